import { Hono } from 'hono'
import { escapeMarkup } from '#src/channels/escape-markup.ts'
import { brand } from '#src/rules/brand.ts'
import { toIso } from '#src/rules/dates.ts'
import type { Deps } from '#src/server/core/deps.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { findMail, listLatestMails } from '#src/server/core/mail/queries.ts'
import type { OutboxRow } from '#src/server/core/mail/tables.ts'
import { hashToken } from '#src/server/core/token.ts'

const MAX_MAILS = 100
/** Mails have inline styles. Scripts, forms and pictures are blocked. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'"

/**
 * Shows all mails of the outbox, so that their links work without a mail server. It is mounted at
 * /dev in a preview only. INBOX_KEY protects it, because a request through a proxy without its own
 * header looks local. The start prints the key.
 */
export function devInbox({ db, env }: Deps): Hono {
  const app = new Hono()
  app.use(async function inboxHeaders(c, next) {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.set('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    c.res.headers.set('Referrer-Policy', 'no-referrer')
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    c.res.headers.set('X-Robots-Tag', 'noindex')
  })
  app.use(async function requireKey(c, next) {
    if (hashToken(c.req.query('key') ?? '') === hashToken(env.INBOX_KEY)) return next()
    return c.text('Open the inbox by the address that the start of the shop prints.', 403)
  })
  const toUrl = (path = '') => toInboxUrl(env, path)
  app.get('/inbox', async (c) =>
    c.html(inboxPage(brand.name, await listLatestMails(db, MAX_MAILS), toUrl)),
  )
  app.get('/inbox.json', async (c) =>
    c.json({ mails: (await listLatestMails(db, MAX_MAILS)).map(toMail) }),
  )
  app.get('/inbox/:id', async (c) => {
    const mail = await findMail(db, c.req.param('id'))
    return mail ? c.html(mailPage(brand.name, mail, toUrl)) : c.text('There is no such mail.', 404)
  })
  app.get('/inbox/:id/html', async (c) => {
    const mail = await findMail(db, c.req.param('id'))
    const framed = mail?.html.replace('<head>', '<head><base target="_top">')
    return framed === undefined ? c.text('There is no such mail.', 404) : c.html(framed)
  })
  return app
}

/** Returns the path of a page of the inbox, with its key. */
export const toInboxUrl = ({ INBOX_KEY }: ServerEnv, path = ''): string =>
  `/dev/inbox${path}?key=${encodeURIComponent(INBOX_KEY)}`

type ToUrl = (path?: string) => string

const toMail = (row: OutboxRow) => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  createdAt: toIso(row.created_at),
  sentAt: row.sent_at === null ? null : toIso(row.sent_at),
  links: [...row.text.matchAll(/https?:\/\/\S+/g)].map(([url]) => url),
})

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 760px; padding: 32px 20px; font: 16px/1.5 system-ui, sans-serif }
h1 { font: 500 28px/1.2 Georgia, serif }
ul { list-style: none; padding: 0; margin: 24px 0 }
li { border-top: 1px solid color-mix(in srgb, currentColor 18%, transparent) }
li a { display: block; padding: 14px 4px; color: inherit; text-decoration: none }
li a:hover strong { text-decoration: underline }
small { opacity: .7; overflow-wrap: anywhere }
iframe { width: 100%; height: 560px; border: 1px solid color-mix(in srgb, currentColor 18%, transparent); background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; background: color-mix(in srgb, currentColor 6%, transparent) }
`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head>
<body>${body}</body></html>`

const formatTime = (ms: number) => toIso(ms).replace('T', ' ').slice(0, 19)

const formatState = ({ sent_at, last_error }: OutboxRow): string => {
  if (sent_at !== null) return `sent ${formatTime(sent_at)} UTC`
  return last_error === null ? 'not sent: read it here' : `not sent yet: ${last_error}`
}

const renderEntry = (
  mail: OutboxRow,
  toUrl: ToUrl,
) => `<li><a href="${toUrl(`/${encodeURIComponent(mail.id)}`)}">
<strong>${escapeMarkup(mail.subject)}</strong><br>
<small>to ${escapeMarkup(mail.recipient)} · ${formatTime(mail.created_at)} UTC · ${escapeMarkup(formatState(mail))}</small></a></li>`

/** Renders the list of mails, newest first. */
const inboxPage = (name: string, mails: OutboxRow[], toUrl: ToUrl): string =>
  page(
    `Inbox · ${name}`,
    `<h1>Development inbox</h1>
<p>Every mail of ${escapeMarkup(name)}, newest first. This page exists in the preview only.</p>
${mails.length > 0 ? `<ul>${mails.map((mail) => renderEntry(mail, toUrl)).join('\n')}</ul>` : '<p>No mail yet.</p>'}`,
  )

/** Renders one mail: its HTML in a frame, and its text with links. */
const mailPage = (name: string, mail: OutboxRow, toUrl: ToUrl): string =>
  page(
    `${mail.subject} · ${name}`,
    `<p><a href="${toUrl()}">All mails</a></p>
<h1>${escapeMarkup(mail.subject)}</h1>
<p><small>to ${escapeMarkup(mail.recipient)} · ${formatTime(mail.created_at)} UTC · ${escapeMarkup(formatState(mail))}</small></p>
${mail.text === '' ? '<p>A mail that was sent is not kept.</p>' : renderContent(mail, toUrl)}`,
  )

const renderContent = (
  mail: OutboxRow,
  toUrl: ToUrl,
) => `<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" src="${toUrl(`/${encodeURIComponent(mail.id)}/html`)}"></iframe>
<h2>As text</h2>
<pre>${linkUrls(mail.text)}</pre>`

const linkUrls = (text: string): string =>
  escapeMarkup(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
