import { createHash } from 'node:crypto'
import { brand } from '#src/rules/brand.ts'

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:2rem;box-sizing:border-box;font:1.125rem/1.6 Georgia,serif;background:light-dark(#faf7f0,#1d1517);color:light-dark(#2a1f1a,#f3ece2)}h1{font-weight:400;font-size:2.5rem;letter-spacing:.02em;margin:0 0 .5rem}p{margin:0;max-width:34rem}`

/** Shown until the first release is there; the browser asks again by itself. */
export const preparingPage = `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="3"><title>${brand.name} opens in a moment</title><style>${style}</style></head>
<body><main><h1>${brand.name}</h1><p>The shop is being prepared and opens in a moment. This page looks again by itself.</p></main></body></html>
`

export const preparingPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Seconds after which it is worth asking again. */
export const PREPARING_RETRY_S = 3
