import { escapeMarkup } from '#src/channels/escape-markup.ts'
import { brand } from '#src/rules/brand.ts'

/** The content of a mail, from which the text and the HTML part are rendered. */
export interface MailContent {
  subject: string
  greeting: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Shown after the action in small print. */
  outro?: string
  /** The lines at its end. */
  foot: string[]
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** Replaces line breaks and control characters, so that text cannot add a header line or turn one round. */
export const toSingleLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const INK = '#1c1917'
const MUTED = '#6b6259'
const GOLD = '#8a6a2f'
const SERIF = "'Cormorant Garamond', Georgia, serif"
const SANS = 'Figtree, -apple-system, Segoe UI, Helvetica, Arial, sans-serif'

function renderText({ greeting, paragraphs, action, outro, foot }: MailContent): string {
  const parts = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(outro ? [outro] : []),
    ['-- ', ...foot].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function renderHtml({ subject, greeting, paragraphs, action, outro, foot }: MailContent): string {
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 18px;white-space:pre-line;overflow-wrap:anywhere;${style}">${escapeMarkup(text)}</p>`
  const button = action
    ? `<p style="margin:28px 0"><a href="${escapeMarkup(action.url)}" style="display:inline-block;padding:14px 28px;background:${INK};color:#ffffff;text-decoration:none;letter-spacing:0.04em">${escapeMarkup(action.label)}</a></p>
<p style="margin:0 0 18px;font-size:13px;color:${MUTED};overflow-wrap:anywhere">Or open this address: <a href="${escapeMarkup(action.url)}" style="color:${GOLD}">${escapeMarkup(action.url)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeMarkup(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f7f3ec;color:${INK};font:16px/1.6 ${SANS}">
<div style="max-width:560px;margin:0 auto;padding:40px 32px;background:#ffffff;border-top:2px solid ${GOLD}">
<p style="margin:0 0 32px;font:500 26px/1 ${SERIF};letter-spacing:0.08em">${escapeMarkup(brand.name)}</p>
${paragraph(greeting)}
${paragraphs.map((text) => paragraph(text)).join('\n')}
${button}
${outro ? paragraph(outro, `font-size:13px;color:${MUTED}`) : ''}
<p style="margin:32px 0 0;padding-top:20px;border-top:1px solid #e7dfd2;font-size:13px;color:${MUTED}">${foot.map(escapeMarkup).join('<br>')}</p>
</div>
</body>
</html>
`
}

export const renderMail = (content: MailContent): RenderedMail => ({
  subject: toSingleLine(content.subject),
  text: renderText(content),
  html: renderHtml(content),
})
