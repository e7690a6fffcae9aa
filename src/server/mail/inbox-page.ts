import type { OutboxRow } from '../db/schema.ts'
import { escapeHtml } from './render-mail.ts'

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
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>${body}</body></html>`

const formatTime = (ms: number) => new Date(ms).toISOString().replace('T', ' ').slice(0, 19)

const formatState = ({ sent_at, last_error }: OutboxRow): string => {
  if (sent_at !== null) return `sent ${formatTime(sent_at)} UTC`
  return last_error === null ? 'not sent: read it here' : `not sent yet: ${last_error}`
}

const renderEntry = (mail: OutboxRow) => `<li><a href="/dev/inbox/${encodeURIComponent(mail.id)}">
<strong>${escapeHtml(mail.subject)}</strong><br>
<small>to ${escapeHtml(mail.recipient)} · ${formatTime(mail.created_at)} UTC · ${escapeHtml(formatState(mail))}</small></a></li>`

/** The list of mails, newest first. */
export const inboxPage = (name: string, mails: OutboxRow[]): string =>
  page(
    `Inbox · ${name}`,
    `<h1>Development inbox</h1>
<p>Every mail of ${escapeHtml(name)}, newest first. This page exists in the preview only.</p>
${mails.length > 0 ? `<ul>${mails.map(renderEntry).join('\n')}</ul>` : '<p>No mail yet.</p>'}`,
  )

/** One mail: its HTML in a frame, and its text with links. */
export const mailPage = (name: string, mail: OutboxRow): string =>
  page(
    `${mail.subject} · ${name}`,
    `<p><a href="/dev/inbox">All mails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p><small>to ${escapeHtml(mail.recipient)} · ${formatTime(mail.created_at)} UTC · ${escapeHtml(formatState(mail))}</small></p>
${mail.text === '' ? '<p>A mail that was sent is not kept.</p>' : renderContent(mail)}`,
  )

const renderContent = (
  mail: OutboxRow,
) => `<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" src="/dev/inbox/${encodeURIComponent(mail.id)}/html"></iframe>
<h2>As text</h2>
<pre>${linkUrls(mail.text)}</pre>`

const linkUrls = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
