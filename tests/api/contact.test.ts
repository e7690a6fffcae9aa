import { describe, expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { countStatuses, listMailsTo } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'

const TO = 'care@house.example'
const message = {
  firstName: 'Asha',
  lastName: 'Rathore',
  email: 'asha@example.com',
  message: 'Do you mend clasps?\nWith thanks',
}

describe('POST /contact', () => {
  test.override('env', { MAIL_TO: TO })

  test('stores the message and mails it to MAIL_TO', async ({ shop, visitor }) => {
    const accepted = { status: 201, body: { success: true } }
    expect(await visitor.post('/contact', message)).toMatchObject(accepted)
    expect(await shop.deps.db.selectFrom('contact_message').selectAll().execute()).toMatchObject([
      { topic: 'contact', first_name: 'Asha', email: 'asha@example.com', company: '' },
    ])
    const [mail] = await listMailsTo(shop, TO)
    expect(mail?.subject).toBe('A message from the contact form')
    for (const part of [message.message, message.email]) expect(mail?.text).toContain(part)
  })

  test('is kept for two years from the last word of the conversation', async ({
    shop,
    visitor,
  }) => {
    await visitor.post('/contact', message)
    const { db } = shop.deps
    const read = async () => {
      await deleteExpired(shop.deps)
      return db.selectFrom('contact_message').select('id').execute()
    }
    shop.advanceTime(700 * DAY_MS)
    const [sent] = await read()
    const editor = await shop.createSignedInUser('editor')
    const reply = await editor.post(`/editor/messages/${sent?.id}/replies`, { text: 'We do.' })
    expect(reply.status).toBe(200)
    shop.advanceTime(729 * DAY_MS)
    expect(await read()).toHaveLength(1)
    shop.advanceTime(3 * DAY_MS)
    expect(await read()).toEqual([])
    expect(await db.selectFrom('contact_reply').select('id').execute()).toEqual([])
  })

  test('rejects a field by its name and stores nothing', async ({ shop, visitor }) => {
    for (const [field, value, text] of [
      ['firstName', '', 'Please enter your first name.'],
      ['lastName', '  ', 'Please enter your last name.'],
      ['email', 'a@b.co,c@d.co', 'Please enter a valid email address.'],
      ['message', '', 'Please enter a message.'],
      ['topic', 'spam', ''],
      ['subject', 'Weather', ''],
    ] as const) {
      const { status, body } = await visitor.post('/contact', { ...message, [field]: value })
      expect([status, body.field]).toEqual([400, field])
      expect(body.message).toContain(text)
    }
    expect(await shop.deps.db.selectFrom('contact_message').selectAll().execute()).toEqual([])
  })

  test('no field reaches a mail header (T36)', async ({ shop, visitor }) => {
    const injected = {
      firstName: 'Asha\r\nBcc: all@example.com',
      lastName: 'R\u2028X-Header: 1\nSubject: Cheap watches',
      company: 'House\r\n\r\n<b>body</b>',
    }
    for (const [field, value] of Object.entries(injected))
      expect(await visitor.post('/contact', { ...message, [field]: value })).toMatchObject({
        status: 400,
        body: { field, message: expect.stringContaining('one line') },
      })
    const company = '<b>body</b>'
    const text = 'Hello\r\n.\r\nMAIL FROM:<eve@example.com>'
    await visitor.post('/contact', { ...message, company, message: text })
    const subject = 'A message from the contact form'
    const mails = await listMailsTo(shop, TO)
    expect(mails).toMatchObject([{ subject, recipient: TO }])
    expect(mails[0]?.html).not.toContain('<b>body</b>')
  })
})

describe('contact messages as spam (T36)', () => {
  test.override('env', { LIMITS: 'true', TRUSTED_PROXIES: '1' })

  test.for<[of: string, toCall: (index: number) => [email: string, address: string]]>([
    ['from one subnet', (index) => [`asha${index}@example.com`, '203.0.113.9']],
    ['with one email', (index) => [message.email, `203.0.113.${index}`]],
  ])('accepts 5 of 30 parallel messages in an hour %s', async ([, toCall], { shop }) => {
    const send = (index: number) => {
      const [email, address] = toCall(index)
      const client = shop.createClient({ 'X-Forwarded-For': address })
      return client.post('/contact', { ...message, email })
    }
    expect(await countStatuses(30, send)).toEqual({ 201: 5, 429: 25 })
    expect(await shop.deps.db.selectFrom('outbox').selectAll().execute()).toHaveLength(5)
    shop.advanceTime(61 * 60_000)
    expect((await send(0)).status).toBe(201)
  })
})
