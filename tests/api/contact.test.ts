import { describe, expect, test } from 'vitest'
import { listMailsTo } from '#tests/helpers/api-client.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const message = {
  firstName: 'Asha',
  lastName: 'Rathore',
  email: 'asha@example.com',
  message: 'Do you mend clasps?\nWith thanks',
}

describe('the contact form', () => {
  test('is kept, and mailed to the house', async () => {
    await using shop = await createTestApp({ MAIL_TO: 'care@house.example' })
    const { status, body } = await shop.createClient().post('/contact', message)
    expect([status, body.success]).toEqual([201, true])
    expect(await shop.deps.db.selectFrom('contact_message').selectAll().execute()).toMatchObject([
      { topic: 'contact', first_name: 'Asha', email: 'asha@example.com', company: '' },
    ])
    const [mail] = await listMailsTo(shop, 'care@house.example')
    expect(mail?.subject).toBe('A message from the contact form')
    expect(mail?.text).toContain('Do you mend clasps?\nWith thanks')
    expect(mail?.text).toContain('asha@example.com')
  })

  test('takes messages of partners, with their company', async () => {
    await using shop = await createTestApp()
    const partner = { ...message, topic: 'partner', company: 'Moti & Söhne' }
    expect((await shop.createClient().post('/contact', partner)).status).toBe(201)
    const [mail] = await listMailsTo(shop, 'care@kairavi.example')
    expect(mail?.subject).toBe('A message from the partner form')
    expect(mail?.html).toContain('Moti &amp; Söhne')
  })

  test.each([
    ['firstName', '', 'Please enter your first name.'],
    ['lastName', '  ', 'Please enter your last name.'],
    ['email', 'asha', 'Please enter a valid email address.'],
    ['message', '', 'Please enter a message.'],
    ['message', 'x'.repeat(5_001), ''],
    ['topic', 'spam', ''],
  ])('refuses the %s %j at its field and keeps nothing', async (field, value, words) => {
    await using shop = await createTestApp()
    const { status, body } = await shop
      .createClient()
      .post('/contact', { ...message, [field]: value })
    expect([status, body.field]).toEqual([400, field])
    expect(body.message).toContain(words)
    expect(await shop.deps.db.selectFrom('contact_message').selectAll().execute()).toEqual([])
  })
})

describe('T36 the contact form as a spam cannon', () => {
  test('of 100 messages from one household 5 are mailed in an hour', async () => {
    await using shop = await createTestApp({ LIMITS: 'true' })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        shop.createClient().post('/contact', { ...message, email: `asha${n}@example.com` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
    expect(await shop.deps.db.selectFrom('outbox').selectAll().execute()).toHaveLength(5)
    shop.advanceTime(61 * 60_000)
    expect((await shop.createClient().post('/contact', message)).status).toBe(201)
  })

  test('of 100 in one name from everywhere, 5 as well', async () => {
    await using shop = await createTestApp({ LIMITS: 'true', TRUSTED_PROXIES: '1' })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        shop.createClient().post('/contact', message, { 'X-Forwarded-For': `203.0.113.${n}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  })

  test.each([
    ['firstName', 'Asha\r\nBcc: all@example.com'],
    ['lastName', 'R\nSubject: Cheap watches'],
    ['firstName', 'Asha\u2028X-Header: 1'],
    ['company', 'House\r\n\r\n<b>body</b>'],
    ['message', 'Hello\r\n.\r\nMAIL FROM:<eve@example.com>'],
  ])('nothing in %s gets into a header', async (field, value) => {
    await using shop = await createTestApp()
    await shop.createClient().post('/contact', { ...message, [field]: value })
    const [mail] = await listMailsTo(shop, 'care@kairavi.example')
    expect(mail?.subject).toBe('A message from the contact form')
    expect(mail?.recipient).toBe('care@kairavi.example')
    expect(mail?.html).not.toContain('<b>body</b>')
  })

  test('an address that is more than one is none', async () => {
    await using shop = await createTestApp()
    for (const email of [
      'a@b.co,c@d.co',
      'a@b.co\r\nBcc: c@d.co',
      'Asha <a@b.co>',
      'a@b.co;c@d.co',
      '"a b"@c.co',
    ])
      expect((await shop.createClient().post('/contact', { ...message, email })).status).toBe(400)
  })
})
