import { escapeMarkup } from '#src/channels/escape-markup.ts'
import { brand } from '#src/rules/brand.ts'

export interface MailLine {
  label: string
  detail?: string
  amount?: string
}

export interface MailSum {
  label: string
  amount: string
}

/** The content of a mail, from which the text and the HTML part are rendered. */
export interface MailContent {
  subject: string
  greeting: string
  paragraphs: string[]
  /** Lines of an order, and its sums. The last sum is the total. */
  lines?: MailLine[]
  sums?: MailSum[]
  /** Paragraphs below them. */
  details?: string[]
  /** Addresses that become links. A text of a visitor must not become one. */
  links?: string[]
  action?: { label: string; url: string }
  /** Small print after the action, with an address at its end. */
  outro?: string
  outroUrl?: string
  /** Lines at the end. */
  foot: string[]
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** Replaces line breaks and control characters, so that a text can neither add a header line nor reverse one. */
export const toSingleLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const SERIF = "'Cormorant Garamond', Georgia, serif"
const SANS = 'Figtree, -apple-system, Segoe UI, Helvetica, Arial, sans-serif'

/** Colours by class, in light and dark. Programs that read no style sheet get the light ones as attributes. */
const COLOURS = {
  page: ['background:#f7f3ec', 'background:#15110e'],
  card: ['background:#ffffff', 'background:#211b17'],
  ink: ['color:#1c1917', 'color:#f3ede4'],
  muted: ['color:#6b6259', 'color:#b9ada0'],
  link: ['color:#8a6a2f', 'color:#d3b277'],
  button: ['background:#1c1917;color:#ffffff', 'background:#f3ede4;color:#1c1917'],
  line: ['border-color:#e7dfd2', 'border-color:#41372f'],
  gold: ['border-color:#8a6a2f', 'border-color:#d3b277'],
} as const satisfies Record<string, [light: string, dark: string]>

type Colour = keyof typeof COLOURS

/** The attributes of an element with colours and a style. */
const styled = (colours: Colour[], style: string): string =>
  `class="${colours.join(' ')}" style="${[style, ...colours.map((name) => COLOURS[name][0])].join(';')}"`

const DARK = Object.entries(COLOURS)
  .map(([name, [, dark]]) => `.${name}{${dark.replaceAll(/(?=;|$)/g, '!important')}}`)
  .join('')

function renderText({
  greeting,
  paragraphs,
  lines,
  sums,
  details = [],
  action,
  outro,
  outroUrl,
  foot,
}: MailContent): string {
  const rows = [
    ...(lines ?? []).map(({ label, detail, amount }) =>
      [detail ? `${label} (${detail})` : label, amount].filter(Boolean).join(': '),
    ),
    ...(sums ?? []).map(({ label, amount }) => `${label}: ${amount}`),
  ]
  const parts = [
    greeting,
    ...paragraphs,
    ...(rows.length > 0 ? [rows.join('\n')] : []),
    ...details,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(outro || outroUrl ? [[outro, outroUrl].filter(Boolean).join(' ')] : []),
    ['-- ', ...foot].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

const link = (url: string, label = url): string =>
  `<a href="${escapeMarkup(url)}" ${styled(['link'], 'text-decoration:underline')}>${escapeMarkup(label)}</a>`

const URLS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:])/

export const findUrls = (text: string): string[] =>
  text.split(URLS).filter((_, index) => index % 2 === 1)

/** Turns known addresses into links, and keeps the number of an order or message on one line. */
const toHtml = (text: string, links: readonly string[] = []): string =>
  text
    .split(URLS)
    .map((part, index) =>
      index % 2 === 1 && links.includes(part)
        ? link(part)
        : escapeMarkup(part).replace(
            /\b[A-Z]{2}-[A-Z\d]{6,}\b/g,
            '<span style="white-space:nowrap">$&</span>',
          ),
    )
    .join('')

const SMALL = 'font-size:14px;line-height:1.5'

const paragraph = (html: string, colours: Colour[] = [], style = ''): string =>
  `<p ${styled(colours, `margin:0 0 18px;white-space:pre-line;overflow-wrap:anywhere;${style}`)}>${html}</p>`

function renderTable({ lines = [], sums = [] }: MailContent): string {
  if (lines.length + sums.length === 0) return ''
  const cell = (colours: Colour[], style: string, html: string) =>
    `<td ${styled(['line', ...colours], `padding:14px 0;border-bottom:1px solid;vertical-align:top;${style}`)}>${html}</td>`
  const amountStyle = 'padding-left:16px;text-align:right;white-space:nowrap'
  const rows = [
    ...lines.map(({ label, detail, amount = '' }) => {
      const small = detail
        ? `<br><span ${styled(['muted'], SMALL)}>${escapeMarkup(detail)}</span>`
        : ''
      return [
        cell([], 'overflow-wrap:anywhere', escapeMarkup(label) + small),
        cell([], amountStyle, escapeMarkup(amount)),
      ]
    }),
    ...sums.map(({ label, amount }, index) => {
      const isTotal = index === sums.length - 1
      const style = `border-bottom:0;padding:${isTotal ? '6px' : '12px'} 0 0;${isTotal ? 'font-weight:600' : ''}`
      const colours: Colour[] = isTotal ? [] : ['muted']
      return [
        cell(colours, style, escapeMarkup(label)),
        cell(colours, `${style};${amountStyle}`, escapeMarkup(amount)),
      ]
    }),
  ]
  return `<table cellpadding="0" cellspacing="0" ${styled(['line'], 'width:100%;margin:28px 0;border-collapse:collapse;border-top:1px solid')}>
${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n')}
</table>`
}

function renderHtml(content: MailContent): string {
  const {
    subject,
    greeting,
    paragraphs,
    details = [],
    links,
    action,
    outro,
    outroUrl,
    foot,
  } = content
  const button = action
    ? `<p style="margin:32px 0 18px"><a href="${escapeMarkup(action.url)}" ${styled(['button'], 'display:inline-block;padding:15px 30px;text-decoration:none;letter-spacing:0.04em')}>${escapeMarkup(action.label)}</a></p>
<p ${styled(['muted'], `margin:0 0 18px;${SMALL};overflow-wrap:anywhere`)}>Or open this address: ${link(action.url)}</p>`
    : ''
  const last = outroUrl && (outro ? `${link(outroUrl, 'this page')}.` : link(outroUrl))
  const small = [toHtml(outro ?? '', links), last].filter(Boolean).join(' ')
  return `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeMarkup(subject)}</title><style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${DARK}}</style></head>
<body ${styled(['page', 'ink'], `margin:0;padding:32px 12px;font:16px/1.6 ${SANS}`)}>
<div ${styled(['card', 'gold'], 'max-width:560px;margin:0 auto;padding:40px min(40px,7%);border-top:2px solid')}>
<p style="margin:0 0 36px;font:500 26px/1 ${SERIF};letter-spacing:0.08em">${escapeMarkup(brand.name)}</p>
<h1 style="margin:0 0 28px;font:500 31px/1.2 ${SERIF};overflow-wrap:anywhere">${toHtml(subject)}</h1>
${paragraph(toHtml(greeting))}
${paragraphs.map((text) => paragraph(toHtml(text, links))).join('\n')}
${renderTable(content)}
${details.map((text) => paragraph(toHtml(text, links))).join('\n')}
${button}
${small && paragraph(small, ['muted'], SMALL)}
<p ${styled(['muted', 'line'], `margin:36px 0 0;padding-top:20px;border-top:1px solid;${SMALL}`)}>${foot.map(escapeMarkup).join('<br>')}</p>
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
