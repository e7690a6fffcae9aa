import { Hono } from 'hono'
import { describe, expect } from 'vitest'
import { defaultFacts } from '#src/content/facts.ts'
import { mails } from '#src/content/mails.ts'
import { MAIL_KINDS, type MailKind } from '#src/contract/kinds/mails.ts'
import { openPreview } from '#src/preview/open-preview.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { readSiteContent } from '#src/server/core/content/read-content.ts'
import { startJob } from '#src/server/core/job.ts'
import { mailJob, openOutbox } from '#src/server/core/mail/outbox.ts'
import { renderMail } from '#src/server/core/mail/render-mail.ts'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { test } from '#tests/helpers/api-test.ts'
import { getMailedToken, PASSWORD } from '#tools/api-client.ts'
import { startMailServer } from '#tools/mail-server.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

const MINUTE = 60_000
const asha = { name: 'Asha', email: 'asha@example.com', password: PASSWORD }
/** The discard port, where no server listens. */
const UNREACHABLE = 'smtp://127.0.0.1:9'
const SITE = { SITE_URL: 'https://kairavi.example' }

const outbox = (shop: TestApp) => shop.deps.db.selectFrom('outbox').selectAll().execute()
const signUp = (shop: TestApp, email = asha.email) =>
  shop.createClient().post('/auth/signup', { ...asha, email })

async function sendDue({ deps }: TestApp): Promise<void> {
  const sender = openOutbox(deps)
  await sender.flush()
  await sender.close()
}

/** With a mail server, and a clock that stands still. */
const mailTest = test
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  .extend('server', async ({}, { onCleanup }) => {
    const server = await startMailServer()
    onCleanup(() => server[Symbol.asyncDispose]())
    return server
  })
  .extend('env', ({ server }) => ({ SMTP_URL: server.url, ...SITE }))
  .extend('shop', async ({ shop }) => {
    shop.freezeTime()
    return shop
  })

describe('sending mail', () => {
  mailTest('sends the verification link as text and HTML', async ({ shop, server, visitor }) => {
    await signUp(shop)
    await sendDue(shop)
    expect(server.mails).toMatchObject([{ from: 'care@kairavi.example', to: [asha.email] }])
    const { mail } = server.mails[0] ?? {}
    expect(mail?.from?.name).toBe('Kairavi')
    const token = /verify-email#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    expect(mail?.html).toContain(`token=${token}`)
    expect((await visitor.post('/auth/verify-email', { token })).status).toBe(200)
  })

  mailTest('sends what waits for the mail server (F24)', async ({ shop, server, visitor }) => {
    const { email, password } = asha
    expect((await signUp(shop)).status).toBe(201)
    const env = { ...shop.deps.env, SMTP_URL: UNREACHABLE }
    await sendDue({ ...shop, deps: { ...shop.deps, env } })
    expect((await visitor.post('/auth/login', { email, password })).status).toBe(200)
    const [waiting] = await outbox(shop)
    expect(waiting).toMatchObject({ sent_at: null, attempts: 1 })
    expect(waiting?.last_error).toMatch(/ECONNREFUSED/)
    expect(waiting?.due_at).toBeGreaterThan(shop.deps.now())
    const up = startJob(shop.deps, mailJob)
    shop.advanceTime(MINUTE)
    await expect.poll(() => server.mails.length, { timeout: 60_000 }).toBe(1)
    await up.stop()
    expect(await outbox(shop)).toMatchObject([{ due_at: null, text: '', html: '' }])
  })

  test('backs off up to 30 minutes and stops after three days', async () => {
    await using shop = await createTestApp({ SMTP_URL: UNREACHABLE })
    await signUp(shop)
    shop.freezeTime()
    const sender = openOutbox(shop.deps)
    const readMail = async () => (await outbox(shop))[0]
    const pauses: number[] = []
    for (let n = 0; n < 12; n++) {
      await sender.flush()
      const pause = ((await readMail())?.due_at ?? 0) - shop.deps.now()
      pauses.push(pause / 1000)
      shop.advanceTime(pause - 500)
    }
    expect([pauses[0], pauses.at(-1)]).toEqual([5, 30 * 60])
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    const attempts = (await readMail())?.attempts
    shop.advanceTime(3 * DAY_MS)
    await sender.flush()
    await sender.close()
    expect((await readMail())?.attempts).toBe(attempts)
  })

  test('tries a mail without a token for two weeks', async () => {
    await using shop = await createTestApp({ SMTP_URL: UNREACHABLE })
    await signUp(shop)
    shop.freezeTime()
    await shop.deps.db.updateTable('outbox').set({ text: 'Your order has left us.' }).execute()
    const sender = openOutbox(shop.deps)
    const readAttempts = async () => (await outbox(shop))[0]?.attempts
    shop.advanceTime(13 * DAY_MS)
    await sender.flush()
    expect(await readAttempts()).toBe(1)
    shop.advanceTime(2 * DAY_MS)
    await sender.flush()
    await sender.close()
    expect(await readAttempts()).toBe(1)
  })

  mailTest.for([
    ['knows no such user', { code: 550, message: 'No such user' }, false],
    ['is busy', { code: 451, message: 'Later' }, true],
    ['rejects the sender', { code: 554, message: 'Relay denied' }, true],
  ] as const)(
    'where the server %s, %o, tries again: %s',
    async ([, rejection, isRetried], { shop, server }) => {
      server.rejection = rejection
      await signUp(shop)
      await sendDue(shop)
      const due_at = isRetried ? expect.any(Number) : null
      expect(await outbox(shop)).toMatchObject([{ due_at, sent_at: null, attempts: 1 }])
    },
  )

  mailTest('two processes send each unsent mail once', async ({ shop, server }) => {
    await signUp(shop)
    // As a late failure of another process could once leave it.
    await shop.deps.db.updateTable('outbox').set({ sent_at: 1, due_at: 1 }).execute()
    const emails = Array.from({ length: 15 }, (_, n) => `a${n}@example.com`)
    for (const email of emails) await signUp(shop, email)
    const senders = [startJob(shop.deps, mailJob), startJob(shop.deps, mailJob)]
    await expect.poll(() => server.mails.length, { timeout: 60_000 }).toBe(15)
    await Promise.all(senders.map((sender) => sender.stop()))
    expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual(emails.toSorted())
    const attempts = (await outbox(shop)).map((mail) => mail.attempts).toSorted()
    expect(attempts).toEqual([0, ...Array(15).fill(1)])
  })
})

describe('texts of mails that editors change', () => {
  test('are in the next mail, at once and without a publish', async ({ shop, editor }) => {
    const change = { subject: 'One more step, {city}', text: 'First.\n\nCall {phone}.' }
    const body = { ...mails['mail-verify-email'], ...change }
    const version = await createCatalogReader(shop.deps).getVersion()
    const saved = await editor.put('/editor/content/mail-verify-email', { revision: 0, body })
    expect(saved.status).toBe(200)
    expect(await listPublishRequests(shop.deps.db)).toEqual([])
    expect(await readSiteContent(shop.deps, shop.deps.db)).toEqual([])
    expect(await createCatalogReader(shop.deps).getVersion()).toBe(version)
    const contact = { ...defaultFacts.contact, phone: '+91 141 555 0199' }
    const facts = { ...defaultFacts, contact }
    await editor.put('/editor/content/facts', { revision: 0, body: facts })
    await signUp(shop)
    const [mail] = await outbox(shop)
    expect(mail?.subject).toBe('One more step, Jaipur')
    expect(mail?.text).toMatch(
      /^Good day,\n\nFirst\.\n\nCall \+91 141 555 0199\.\n\nVerify my email:\nhttp/,
    )
    expect(mail?.text).toContain('care@kairavi.example · +91 141 555 0199\nMon')
    const ofMail = { id: 'mail-verify-email', revision: 1, unpublished: false }
    const { records } = (await editor.get('/editor/content')).body
    expect(records).toContainEqual(expect.objectContaining(ofMail))
  })

  test('are refused with the token of another mail', async ({ editor }) => {
    const body = { ...mails['mail-reset-password'], text: '{product} for {recipient}' }
    const save = (id: string) => editor.put(`/editor/content/${id}`, { revision: 0, body })
    expect((await save('mail-reset-password')).body.message).toMatch(
      /^\{product\} is not a known token: use one of \{recipient\}, \{name\}, /,
    )
    expect((await save('mail-stock-alert')).status).toBe(200)
  })

  test.for(['{"subject":1}', 'null', 'not JSON'])(
    'never stop a mail: stored as %s',
    async (body, { shop }) => {
      const row = { id: 'mail-verify-email', revision: 1, archived: 0, updated_at: 1, body }
      await shop.deps.db.insertInto('content_record').values(row).execute()
      expect((await signUp(shop)).status).toBe(201)
      expect((await outbox(shop))[0]?.subject).toMatch(/^Please verify/)
    },
  )

  test('have a preview of every kind', async () => {
    await using shop = await createTestApp(SITE)
    const editor = await shop.createSignedInUser('editor')
    for (const kind of Object.keys(MAIL_KINDS) as MailKind[]) {
      const preview = (change: object) =>
        editor.post(`/editor/content/${kind}/preview`, { body: { ...mails[kind], ...change } })
      const { body } = await preview({ note: 'Until {hours}, <b>{name}</b>.' })
      const note = 'Until Mon – Sat 9 AM – 7 PM, &lt;b&gt;Kairavi&lt;/b&gt;.'
      expect(body.html, kind).toContain(note)
      expect(body.html, kind).not.toMatch(/\{\w+\}/)
      if ('button' in mails[kind])
        expect(body.html, kind).toContain('href="https://kairavi.example/')
      expect((await preview({ subject: '' })).body.field, kind).toBe('subject')
    }
    expect(await outbox(shop)).toEqual([])
  })
})

describe('the development inbox', () => {
  async function read(shop: TestApp, path: string, key = shop.deps.env.INBOX_KEY) {
    const app = new Hono()
    await openPreview(shop.deps, app)
    const response = await app.request(`http://localhost/dev${path}?key=${key}`)
    return { response, text: await response.text() }
  }

  test('lists every mail with its links, as a page and as JSON', async () => {
    await using shop = await createTestApp({ ...SITE, PREVIEW: 'true' })
    expect((await read(shop, '/inbox')).text).toContain('No mail yet.')
    const name = '<img src=x onerror=alert(1)>'
    await shop.createClient().post('/auth/signup', { ...asha, name })
    const link = `${SITE.SITE_URL}/verify-email#token=${await getMailedToken(shop, asha.email)}`
    const body = JSON.parse((await read(shop, '/inbox.json')).text)
    expect(body.mails).toMatchObject([{ to: asha.email, links: [link] }])
    const path = `/inbox/${body.mails[0].id}`
    const list = await read(shop, '/inbox')
    const page = await read(shop, path)
    const framed = await read(shop, `${path}/html`)
    expect(list.text).toContain('Please verify your email address')
    // Every link of the inbox has the key.
    const query = `?key=${shop.deps.env.INBOX_KEY}"`
    expect(list.text).toContain(`href="/dev${path}${query}`)
    for (const target of [`href="/dev/inbox${query}`, `src="/dev${path}/html${query}`])
      expect(page.text).toContain(target)
    expect(page.text).toContain(`<a href="${link}">`)
    expect(framed.text).toContain('<base target="_top">')
    for (const { text } of [page, framed]) expect(text).not.toContain('<img')
    const { headers } = page.response
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    for (const unknown of ['/inbox/none', '/inbox/none/html'])
      expect((await read(shop, unknown)).response.status).toBe(404)
  })

  // Which settings are a preview is in tests/api/once/demo-accounts.test.ts.
  test('opens in a preview only, by its key, of which each start creates one', async () => {
    await using shop = await createTestApp({ HOST: '0.0.0.0', PREVIEW: 'true' })
    await using other = await createTestApp({ PREVIEW: 'false' })
    await signUp(shop)
    const refusal = 'Open the inbox by the address that the start of the shop prints.'
    for (const path of ['/inbox', '/inbox.json', '/inbox/x', '/inbox/x/html']) {
      for (const key of ['', 'a wrong one', other.deps.env.INBOX_KEY]) {
        const { response, text } = await read(shop, path, key)
        expect([response.status, text]).toEqual([403, refusal])
      }
      expect((await read(other, path)).response.status).toBe(404)
    }
  })
})

test('renders the subject on one line and escapes the HTML', () => {
  const mail = renderMail({
    subject: 'One\r\nBcc: two@example.com',
    greeting: 'Dear <b>Asha</b>,',
    paragraphs: ['"Quoted" & \'more\''],
    action: { label: '<i>Go</i>', url: 'https://kairavi.example/?a=1&b="2"' },
    foot: ['<b>Kairavi</b>'],
  })
  expect(mail.subject).toBe('One Bcc: two@example.com')
  expect(mail.html).not.toMatch(/<b>|<i>|"2"/)
  expect(mail.html).toContain('&quot;Quoted&quot; &amp; &#39;more&#39;')
  expect(mail.text).toContain('"Quoted" & \'more\'')
})
