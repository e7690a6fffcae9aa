import { createHash } from 'node:crypto'
import { escapeMarkup } from '#src/channels/escape-markup.ts'
import { brand } from '#src/rules/brand.ts'

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:2rem;box-sizing:border-box;font:1.125rem/1.6 Georgia,serif;background:light-dark(#faf7f0,#1d1517);color:light-dark(#2a1f1a,#f3ece2)}h1{font-weight:400;font-size:2.5rem;letter-spacing:.02em;margin:0 0 .5rem}p{margin:0;max-width:34rem}a{color:inherit;line-height:3}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface BarePage {
  title: string
  text: string
  link?: { href: string; label: string }
  /** Seconds after which the browser reloads the page. */
  reloadAfter?: number
}

/** Renders a page that needs no file of a release, with its Content-Security-Policy. */
export function toBarePage({ title, text, link, reloadAfter }: BarePage) {
  const refresh = reloadAfter ? `<meta http-equiv="refresh" content="${reloadAfter}">` : ''
  const anchor = link ? `<p><a href="${escapeMarkup(link.href)}">${link.label}</a></p>` : ''
  const html = `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${refresh}<title>${title} · ${brand.name}</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${escapeMarkup(text)}</p>${anchor}</main></body></html>
`
  return { html, policy }
}
