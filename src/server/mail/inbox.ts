import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { brand } from '#src/rules/brand.ts'
import type { OutboxRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { isLoopbackHost } from '../env.ts'
import { inboxPage, mailPage } from './inbox-page.ts'
import { findMail, listLatestMails } from './queries.ts'

const MAX_MAILS = 100
/** Mails have inline styles; scripts, forms and pictures are not allowed. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'"

/**
 * Whether the request comes from this machine itself: a loopback peer, no proxy, and a loopback Host,
 * which a page of another site that resolves to this machine does not have.
 */
function isFromThisMachine(c: Context): boolean {
  const peer = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? ''
  const host = URL.parse(`http://${c.req.header('host') ?? ''}`)?.hostname ?? ''
  return (
    isLoopbackHost(peer.replace(/^::ffff:/, '')) &&
    isLoopbackHost(host) &&
    c.req.header('x-forwarded-for') === undefined &&
    c.req.header('forwarded') === undefined
  )
}

/**
 * Shows every mail of the outbox, so that its links work without a mail server. Mounted at /dev;
 * outside the preview it has no routes, and it answers to this machine only.
 */
export function devInbox({ db, env }: Deps): Hono {
  const app = new Hono()
  if (!env.PREVIEW) return app
  app.use(async function inboxHeaders(c, next) {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.set('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    c.res.headers.set('Referrer-Policy', 'no-referrer')
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    c.res.headers.set('X-Robots-Tag', 'noindex')
  })
  app.use(async function onlyFromThisMachine(c, next) {
    if (isFromThisMachine(c)) return next()
    return c.text('The development inbox opens in a browser on the same machine only.', 403)
  })
  app.get('/inbox', async (c) =>
    c.html(inboxPage(brand.name, await listLatestMails(db, MAX_MAILS))),
  )
  app.get('/inbox.json', async (c) =>
    c.json({ mails: (await listLatestMails(db, MAX_MAILS)).map(toMail) }),
  )
  app.get('/inbox/:id', async (c) => {
    const mail = await findMail(db, c.req.param('id'))
    return mail ? c.html(mailPage(brand.name, mail)) : c.text('There is no such mail.', 404)
  })
  app.get('/inbox/:id/html', async (c) => {
    const mail = await findMail(db, c.req.param('id'))
    const framed = mail?.html.replace('<head>', '<head><base target="_top">')
    return framed === undefined ? c.text('There is no such mail.', 404) : c.html(framed)
  })
  return app
}

const toMail = (row: OutboxRow) => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  createdAt: new Date(row.created_at).toISOString(),
  sentAt: row.sent_at === null ? null : new Date(row.sent_at).toISOString(),
  links: [...row.text.matchAll(/https?:\/\/\S+/g)].map(([url]) => url),
})
