import { describe, expect } from 'vitest'
import { MESSAGE_NUMBER_PATTERN } from '#src/contract/values.ts'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { formatWeekday, toIndianDay } from '#src/rules/dates.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { test } from '#tests/helpers/api-test.ts'
import { countStatuses, listMailsTo } from '#tools/api-client.ts'

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

  test('tells the sender a number, on the page and by mail; the mail quotes nothing that was typed', async ({
    shop,
    visitor,
  }) => {
    const { number } = (await visitor.post('/contact', message)).body
    expect(number).toMatch(MESSAGE_NUMBER_PATTERN)
    expect((await visitor.post('/contact', message)).body.number).not.toBe(number)
    const [mail] = await listMailsTo(shop, message.email)
    expect(mail?.subject).toBe(`Your message to Kairavi has the number ${number}`)
    expect(mail?.text).toContain(`/contact/state#number=${number}`)
    expect(mail?.text).toContain('within 48 hours and settled within 30 days')
    expect(mail?.text).not.toMatch(/Asha|Rathore|clasps/)
    expect((await listMailsTo(shop, TO))[0]?.text).toContain(`Number: ${number}`)
  })

  test('an appointment stands before the message, on a day within 60 days that is no Sunday', async ({
    shop,
    visitor,
  }) => {
    const asked = { way: 'video', hour: 15, piece: 'Ekta Brilliant Solitaire Ring' }
    const now = shop.deps.now()
    const listDays = (from: number) =>
      Array.from({ length: 7 }, (_, index) => toIndianDay(now + (from + index) * DAY_MS))
    const isSunday = (day: string) => new Date(day).getUTCDay() === 0
    const post = (day: string, overrides = {}) =>
      visitor.post('/contact', { ...message, appointment: { ...asked, day, ...overrides } })
    const open = listDays(1).find((day) => !isSunday(day)) ?? ''
    for (const day of [toIndianDay(now), listDays(61)[0] ?? '', listDays(1).find(isSunday) ?? ''])
      expect(await post(day)).toMatchObject({ status: 400, body: { field: 'appointment.day' } })
    for (const wrong of [{ hour: 8 }, { hour: 19 }, { way: 'letter' }])
      expect((await post(open, wrong)).status).toBe(400)
    const { number } = (await post(open)).body
    expect(number).toMatch(MESSAGE_NUMBER_PATTERN)
    const [row] = await shop.deps.db.selectFrom('contact_message').selectAll().execute()
    expect(row).toMatchObject({ number, subject: 'An appointment' })
    expect(row?.message).toMatch(
      new RegExp(
        `^By video: ${formatWeekday(open)} \\d{4}, 3 pm IST\\nPiece: Ekta .+\\n\\nDo you mend`,
      ),
    )
    expect((await listMailsTo(shop, TO))[0]?.text).toContain('3 pm IST')
  })

  test('a repeat with its key is one message, with one number and one mail to each', async ({
    shop,
    visitor,
  }) => {
    const key = { 'Idempotency-Key': 'one-press-of-asha' }
    const send = (given = {}, headers: Record<string, string> = key) =>
      visitor.post('/contact', { ...message, ...given }, headers)
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const [first = ''] = answers.map(({ body }) => body.number as string)
    expect(answers.map(({ body }) => body.number)).toEqual([first, first, first])
    // Also long after the limit of messages is reached.
    for (let index = 0; index < 8; index++) expect((await send()).body.number).toBe(first)
    expect(await listMailsTo(shop, TO)).toHaveLength(1)
    expect(await listMailsTo(shop, message.email)).toHaveLength(1)
    expect(await send({ message: 'Another one' })).toMatchObject({ status: 422 })
    // The key of another visitor may be the same.
    const other = await send({ email: 'ravi@example.com' })
    expect(other).toMatchObject({ status: 201 })
    expect(other.body.number).not.toBe(first)
    expect((await send({}, { 'Idempotency-Key': 'a b' })).status).toBe(400)
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

describe('POST /contact/state', () => {
  test('tells the sender how far the message is', async ({ shop, visitor }) => {
    const { number } = (await visitor.post('/contact', message)).body
    const [row] = await shop.deps.db.selectFrom('contact_message').select('created_at').execute()
    const received = row?.created_at ?? 0
    const toTime = (later: number) => new Date(received + later).toISOString()
    const look = async (overrides = {}) =>
      (await visitor.post('/contact/state', { number, email: message.email, ...overrides })).body
    expect(await look()).toEqual({
      success: true,
      message: 'We have received your message.',
      number,
      state: 'new',
      receivedAt: toTime(0),
      acknowledgedAt: null,
      acknowledgeBy: toTime(48 * HOUR_MS),
      settledAt: null,
      settleBy: toTime(30 * DAY_MS),
      repliedAt: null,
    })
    const editor = await shop.createSignedInUser('editor')
    const [{ id }] = (await editor.get('/editor/messages')).body.messages
    // A session of the staff is over within the hour.
    const asEditor = () => shop.createSignedInUser('editor')
    const setState = async (state: string) =>
      (await asEditor()).put(`/editor/messages/${id}`, { state })
    shop.advanceTime(HOUR_MS)
    await setState('open')
    const { acknowledgedAt } = await look()
    expect(Date.parse(acknowledgedAt) - received).toBeGreaterThanOrEqual(HOUR_MS)
    shop.advanceTime(HOUR_MS)
    await setState('open')
    expect(await look()).toMatchObject({ state: 'open', acknowledgedAt })
    await (await asEditor()).post(`/editor/messages/${id}/replies`, { text: 'We do.' })
    const { settledAt, ...settled } = await look()
    expect(settled).toMatchObject({ state: 'done', acknowledgedAt, repliedAt: settledAt })
    expect(Date.parse(settledAt) - received).toBeGreaterThanOrEqual(2 * HOUR_MS)
    shop.advanceTime(HOUR_MS)
    await setState('open')
    expect(await look()).toMatchObject({ state: 'open', settledAt: null, repliedAt: settledAt })
    await setState('done')
    const again = Date.parse((await look()).settledAt)
    expect(again - received).toBeGreaterThanOrEqual(3 * HOUR_MS)
  })

  test('reads a number as it is typed, and tells a stranger nothing', async ({ visitor }) => {
    const { number } = (await visitor.post('/contact', message)).body
    const look = (typed: string, email = message.email) =>
      visitor.post('/contact/state', { number: typed, email })
    const typed = ` ${number.toLowerCase().replace('-', ' ')} `
    expect((await look(typed, ' Asha@Example.com')).body.number).toBe(number)
    const answers = [await look(number, 'eve@example.com'), await look('KT-22222222')]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect((await look('KV-1044')).body).toMatchObject({ success: false, field: 'number' })
  })

  test.override('env', { LIMITS: 'true', TRUSTED_PROXIES: '1' })

  test.for<[of: string, toCall: (index: number) => [email: string, address: string]]>([
    [
      '200 of 210 parallel look-ups of one subnet',
      (index) => [`a${index}@example.com`, '203.0.113.9'],
    ],
    ['20 of 30 parallel look-ups of one email', (index) => [message.email, `203.0.113.${index}`]],
  ])('answers %s', async ([title, toCall], { shop }) => {
    const look = (index: number) => {
      const [email, address] = toCall(index)
      const client = shop.createClient({ 'X-Forwarded-For': address })
      return client.post('/contact/state', { number: 'KT-22222222', email })
    }
    const [allowed = 0, count = 0] = title.match(/\d+/g)?.map(Number) ?? []
    expect(await countStatuses(count, look)).toEqual({ 404: allowed, 429: 10 })
  })

  test('counts no look-up for its subnet that its email refuses', async ({ shop }) => {
    const client = shop.createClient({ 'X-Forwarded-For': '203.0.113.9' })
    const look = (email: string) => client.post('/contact/state', { number: 'KT-22222222', email })
    expect(await countStatuses(30, () => look(message.email))).toEqual({ 404: 20, 429: 10 })
    const others = await countStatuses(181, (index) => look(`a${index}@example.com`))
    expect(others).toEqual({ 404: 180, 429: 1 })
  })
})

describe('the time that the law gives', () => {
  test('the studio counts what is overdue, lists it from the oldest, and finds a number', async ({
    shop,
    visitor,
  }) => {
    const send = async () => (await visitor.post('/contact', message)).body.number as string
    let editor = await shop.createSignedInUser('editor')
    const advanceTime = async (ms: number) => {
      shop.advanceTime(ms)
      // The session of before is over by then.
      editor = await shop.createSignedInUser('editor')
    }
    const list = async (query: string) =>
      (await editor.get(`/editor/messages?${query}`)).body.messages as {
        id: string
        number: string
      }[]
    const overdue = async () => {
      const { messages } = (await editor.get('/editor/dashboard')).body
      const listed = (await list('overdue=true')).map(({ number }) => number)
      expect(messages.overdue).toBe(listed.length)
      return listed
    }
    const first = await send()
    await advanceTime(HOUR_MS)
    const second = await send()
    await advanceTime(47 * HOUR_MS - 60_000)
    expect(await overdue()).toEqual([])
    await advanceTime(60_001)
    expect(await overdue()).toEqual([first])
    await advanceTime(HOUR_MS)
    expect(await overdue()).toEqual([first, second])

    const [{ id } = { id: '' }, ...others] = await list(`search=${first.toLowerCase()}`)
    expect(others).toEqual([])
    expect(await list('search=Asha@example.com')).toHaveLength(2)
    await editor.put(`/editor/messages/${id}`, { state: 'open' })
    expect(await overdue()).toEqual([second])
    await advanceTime(28 * DAY_MS)
    expect(await overdue()).toEqual([first, second])
    await editor.put(`/editor/messages/${id}`, { state: 'done' })
    expect(await overdue()).toEqual([second])
  })
})

describe('contact messages as spam (T36)', () => {
  test.override('env', { LIMITS: 'true', TRUSTED_PROXIES: '1' })

  test.for<[of: string, toCall: (index: number) => [email: string, address: string]]>([
    [
      '100 of 110 parallel messages in an hour from one subnet',
      (index) => [`a${index}@example.com`, '203.0.113.9'],
    ],
    [
      '5 of 15 parallel messages in an hour with one email',
      (index) => [message.email, `203.0.113.${index}`],
    ],
  ])('accepts %s', async ([title, toCall], { shop }) => {
    const send = (index: number) => {
      const [email, address] = toCall(index)
      const client = shop.createClient({ 'X-Forwarded-For': address })
      return client.post('/contact', { ...message, email })
    }
    const [allowed = 0, count = 0] = title.match(/\d+/g)?.map(Number) ?? []
    expect(await countStatuses(count, send)).toEqual({ 201: allowed, 429: 10 })
    const mails = await shop.deps.db.selectFrom('outbox').selectAll().execute()
    expect(mails).toHaveLength(2 * allowed)
    shop.advanceTime(61 * 60_000)
    expect((await send(0)).status).toBe(201)
  })
})
