import { Hono } from 'hono'
import { describe, expect } from 'vitest'
import { defaultFacts } from '#src/content/facts.ts'
import { mails } from '#src/content/mails.ts'
import { MAIL_KINDS, type MailKind } from '#src/contract/mail-kinds.ts'
import { openPreview } from '#src/preview/open-preview.ts'
import { createCatalogReader } from '#src/server/catalog/service.ts'
import { readSiteContent } from '#src/server/content/read-content.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { startOutbox } from '#src/server/mail/outbox.ts'
import { renderMail } from '#src/server/mail/render-mail.ts'
import { getMailedToken, PASSWORD } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { startMailServer } from '#tests/helpers/mail-server.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const asha = { name: 'Asha', email: 'asha@example.com', password: PASSWORD }
/** The discard port, where no server listens. */
const UNREACHABLE = 'smtp://127.0.0.1:9'

const outbox = (shop: TestApp) => shop.deps.db.selectFrom('outbox').selectAll().execute()

async function sendDue({ deps }: TestApp): Promise<void> {
  const sender = startOutbox(deps)
  await sender.flush()
  await sender.stop()
}

describe('sending mail', () => {
  test('sends the verification link as text and HTML', async () => {
    await using server = await startMailServer()
    await using shop = await createTestApp({
      SMTP_URL: server.url,
      SITE_URL: 'https://kairavi.example',
    })
    await shop.createClient().post('/auth/signup', asha)
    await sendDue(shop)
    expect(server.mails).toHaveLength(1)
    const [sent] = server.mails
    const mail = sent?.mail
    expect([sent?.from, sent?.to]).toEqual(['care@kairavi.example', ['asha@example.com']])
    expect(mail?.from?.name).toBe('Kairavi')
    const token = /verify-email#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    expect(mail?.html).toContain(`token=${token}`)
    expect((await shop.createClient().post('/auth/verify-email', { token })).status).toBe(200)
  })

  test('sends a mail after the mail server was down, and the account exists (F24)', async () => {
    await using shop = await createTestApp({ SMTP_URL: UNREACHABLE })
    shop.freezeTime()
    expect((await shop.createClient().post('/auth/signup', asha)).status).toBe(201)
    await sendDue(shop)
    const login = { email: asha.email, password: PASSWORD }
    expect((await shop.createClient().post('/auth/login', login)).status).toBe(200)
    const [waiting] = await outbox(shop)
    expect(waiting).toMatchObject({ sent_at: null, attempts: 1 })
    expect(waiting?.last_error).toMatch(/ECONNREFUSED/)
    expect(waiting?.due_at).toBeGreaterThan(shop.deps.now())

    await using server = await startMailServer()
    const up = startOutbox({ ...shop.deps, env: { ...shop.deps.env, SMTP_URL: server.url } })
    shop.advanceTime(MINUTE)
    await expect.poll(() => server.mails.length, { timeout: 60_000 }).toBe(1)
    await up.stop()
    expect((await outbox(shop))[0]).toMatchObject({ due_at: null, text: '', html: '' })
  })

  test('backs off up to 30 minutes and stops after three days', async () => {
    await using shop = await createTestApp({ SMTP_URL: UNREACHABLE })
    await shop.createClient().post('/auth/signup', asha)
    shop.freezeTime()
    const pauses: number[] = []
    const sender = startOutbox(shop.deps)
    for (let n = 0; n < 12; n++) {
      await sender.flush()
      const [mail] = await outbox(shop)
      const pause = (mail?.due_at ?? 0) - shop.deps.now()
      pauses.push(pause / 1000)
      shop.advanceTime(pause - 500)
    }
    expect(pauses[0]).toBe(5)
    expect(pauses.at(-1)).toBe(30 * 60)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    const tries = (await outbox(shop))[0]?.attempts
    shop.advanceTime(3 * DAY)
    await sender.flush()
    await sender.stop()
    expect((await outbox(shop))[0]?.attempts).toBe(tries)
  })

  test('skips and does not overwrite a mail that another process has sent', async () => {
    await using server = await startMailServer()
    await using shop = await createTestApp({ SMTP_URL: server.url })
    await shop.createClient().post('/auth/signup', asha)
    // As a late failure of another process could once leave it.
    await shop.deps.db.updateTable('outbox').set({ sent_at: 1, due_at: 1 }).execute()
    await shop.createClient().post('/auth/signup', { ...asha, email: 'mira@example.com' })
    await sendDue(shop)
    expect(server.mails.map(({ to }) => to[0])).toEqual(['mira@example.com'])
  })

  test('stops immediately for an unknown recipient', async () => {
    await using server = await startMailServer({
      rejection: { code: 550, message: 'No such user' },
    })
    await using shop = await createTestApp({ SMTP_URL: server.url })
    await shop.createClient().post('/auth/signup', asha)
    await sendDue(shop)
    expect((await outbox(shop))[0]).toMatchObject({ due_at: null, sent_at: null, attempts: 1 })
  })

  test.each([
    ['is busy', { code: 451, message: 'Later' }],
    ['rejects the sender', { code: 554, message: 'Relay denied' }],
  ])('retries when the server %s', async (_, rejection) => {
    await using server = await startMailServer({ rejection })
    await using shop = await createTestApp({ SMTP_URL: server.url })
    shop.freezeTime()
    await shop.createClient().post('/auth/signup', asha)
    await sendDue(shop)
    expect((await outbox(shop))[0]?.due_at).toBeGreaterThan(shop.deps.now())
  })

  test('two processes send each mail once', async () => {
    await using server = await startMailServer()
    await using shop = await createTestApp({ SMTP_URL: server.url })
    for (let n = 0; n < 15; n++) await shop.createClient().post('/auth/forgot-password', asha)
    await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        shop.createClient().post('/auth/signup', { ...asha, email: `a${n}@example.com` }),
      ),
    )
    const senders = [startOutbox(shop.deps), startOutbox(shop.deps)]
    await expect.poll(() => server.mails.length, { timeout: 60_000 }).toBe(15)
    await Promise.all(senders.map((sender) => sender.stop()))
    expect(new Set(server.mails.map(({ to }) => to[0])).size).toBe(15)
    expect((await outbox(shop)).map(({ attempts }) => attempts)).toEqual(Array(15).fill(1))
  })

  test('keeps mails in the outbox without a mail server', async ({ shop }) => {
    await shop.createClient().post('/auth/signup', asha)
    const sender = startOutbox(shop.deps)
    await sender.flush()
    await sender.stop()
    expect((await outbox(shop))[0]).toMatchObject({ attempts: 0, sent_at: null })
  })
})

describe('texts of mails that editors change', () => {
  const record = '/editor/content/mail-verify-email'
  const changed = {
    ...mails['mail-verify-email'],
    subject: 'One more step, {city}',
    text: 'First.\n\nCall {phone} or {seller}.',
  }

  test('are in the next mail, at once and without a publish', async () => {
    await using shop = await createTestApp({ LEGAL_NAME: 'Moonlight Private Limited' })
    const editor = await shop.createSignedInUser('editor')
    const version = await createCatalogReader(shop.deps).getVersion()
    expect((await editor.put(record, { revision: 0, body: changed })).status).toBe(200)
    await shop.createClient().post('/auth/signup', asha)
    const [mail] = await outbox(shop)
    expect(mail?.subject).toBe('One more step, Jaipur')
    expect(mail?.text).toMatch(
      /^Good day,\n\nFirst\.\n\nCall \+91 141 555 0142 or Moonlight Private Limited\.\n\nVerify my email:\nhttp/,
    )
    const token = await getMailedToken(shop, asha.email)
    expect((await shop.createClient().post('/auth/verify-email', { token })).status).toBe(200)
    expect(await listPublishRequests(shop.deps.db)).toEqual([])
    expect(await readSiteContent(shop.deps, shop.deps.db)).toEqual([])
    expect(await createCatalogReader(shop.deps).getVersion()).toBe(version)
    const { records } = (await editor.get('/editor/content')).body
    expect(records).toContainEqual(
      expect.objectContaining({ id: 'mail-verify-email', revision: 1, unpublished: false }),
    )
    const [entry] = await shop.deps.db.selectFrom('audit_entry').selectAll().execute()
    expect(entry?.subject).toBe('Saved Verification of an address')
  })

  test('end with the contact that editors have saved', async ({ shop }) => {
    const editor = await shop.createSignedInUser('editor')
    const contact = { ...defaultFacts.contact, phone: '+91 141 555 0199' }
    const body = { ...defaultFacts, contact }
    expect((await editor.put('/editor/content/facts', { revision: 0, body })).status).toBe(200)
    await shop.createClient().post('/auth/signup', asha)
    const [mail] = await outbox(shop)
    expect(mail?.text).toContain('care@kairavi.example · +91 141 555 0199 · Mon')
    expect(mail?.html).toContain('+91 141 555 0199')
  })

  test('are refused with the token of another mail', async ({ shop }) => {
    const editor = await shop.createSignedInUser('editor')
    const body = { ...mails['mail-reset-password'], text: '{product} for {recipient}' }
    const save = (id: string) => editor.put(`/editor/content/${id}`, { revision: 0, body })
    expect((await save('mail-reset-password')).body.message).toMatch(
      /^\{product\} stands for nothing: use one of \{recipient\}, \{name\}, /,
    )
    expect((await save('mail-stock-alert')).status).toBe(200)
  })

  test.each(['{}', '{"subject":1}', 'null', 'not JSON'])(
    'never stop a mail: stored as %s',
    async (body) => {
      await using shop = await createTestApp()
      const row = { id: 'mail-verify-email', revision: 1, archived: 0, updated_at: 1, body }
      await shop.deps.db.insertInto('content_record').values(row).execute()
      expect((await shop.createClient().post('/auth/signup', asha)).status).toBe(201)
      expect((await outbox(shop))[0]?.subject).toMatch(/^Please verify/)
    },
  )

  test.each(Object.keys(MAIL_KINDS) as MailKind[])('%s has a preview', async (kind) => {
    await using shop = await createTestApp({ SITE_URL: 'https://kairavi.example' })
    const editor = await shop.createSignedInUser('editor')
    const preview = (body: object) => editor.post(`/editor/content/${kind}/preview`, { body })
    const { status, body } = await preview({
      ...mails[kind],
      note: 'Until {hours}, <b>{name}</b>.',
    })
    expect(status).toBe(200)
    expect(body.html).toContain('Until Mon – Sat 9 AM – 7 PM, &lt;b&gt;Kairavi&lt;/b&gt;.')
    expect(body.html).not.toMatch(/\{\w+\}/)
    if ('button' in mails[kind]) expect(body.html).toContain('href="https://kairavi.example/')
    expect((await preview({ ...mails[kind], subject: '' })).body.field).toBe('subject')
    expect(await outbox(shop)).toEqual([])
  })
})

describe('the development inbox', () => {
  const read = async (
    shop: TestApp,
    path: string,
    key: string | undefined = shop.deps.env.INBOX_KEY,
  ) => {
    const app = new Hono()
    await openPreview(shop.deps, app)
    return app.request(`http://localhost/dev${path}?key=${key}`)
  }

  test('lists every mail with its links, as a page and as JSON', async () => {
    await using shop = await createTestApp({ SITE_URL: 'https://kairavi.example', PREVIEW: 'true' })
    expect(await (await read(shop, '/inbox')).text()).toContain('No mail yet.')
    await shop
      .createClient()
      .post('/auth/signup', { ...asha, name: '<img src=x onerror=alert(1)>' })
    const token = await getMailedToken(shop, asha.email)
    const body = await (await read(shop, '/inbox.json')).json()
    expect(body.mails).toMatchObject([
      { to: asha.email, links: [`https://kairavi.example/verify-email#token=${token}`] },
    ])
    const list = await (await read(shop, '/inbox')).text()
    expect(list).toContain('Please verify your email address')
    const path = `/inbox/${body.mails[0].id}`
    const page = await read(shop, path)
    const text = await page.text()
    // Every link of the inbox has the key.
    const query = `?key=${shop.deps.env.INBOX_KEY}"`
    expect(list).toContain(`href="/dev${path}${query}`)
    expect(text).toContain(`href="/dev/inbox${query}`)
    expect(text).toContain(`src="/dev${path}/html${query}`)
    expect(text).toContain(`<a href="https://kairavi.example/verify-email#token=${token}">`)
    expect(text).not.toContain('<img')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    const framed = await (await read(shop, `/inbox/${body.mails[0].id}/html`)).text()
    expect(framed).toContain('<base target="_top">')
    expect(framed).not.toContain('<img')
    for (const path of ['/inbox/none', '/inbox/none/html'])
      expect((await read(shop, path)).status).toBe(404)
  })

  test('opens by its key only, of which each start creates one', async () => {
    await using shop = await createTestApp({ HOST: '0.0.0.0', PREVIEW: 'true' })
    await using other = await createTestApp()
    await shop.createClient().post('/auth/signup', asha)
    for (const path of ['/inbox', '/inbox.json', '/inbox/x', '/inbox/x/html'])
      for (const key of ['', 'a wrong one', other.deps.env.INBOX_KEY]) {
        const response = await read(shop, path, key)
        expect([response.status, await response.text()]).toEqual([
          403,
          'Open the inbox by the address that the start of the shop prints.',
        ])
      }
  })

  // Which settings are a preview is in tests/api/demo-accounts.test.ts.
  test('is in a preview only', async () => {
    await using shop = await createTestApp({ PREVIEW: 'false' })
    for (const path of ['/inbox', '/inbox.json', '/inbox/x', '/inbox/x/html'])
      expect((await read(shop, path)).status).toBe(404)
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
