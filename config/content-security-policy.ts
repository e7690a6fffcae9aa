import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { joinInlineScripts, toCartScript } from '../src/rules/page-scripts.ts'
import { toThemeScript } from '../src/rules/theme.ts'
import { readMinified } from './inline-scripts.ts'

const toUrl = (path: string) => new URL(`../${path}`, import.meta.url)
const read = (path: string) => readFileSync(toUrl(path), 'utf8')
const readScript = (path: string) => readMinified(fileURLToPath(toUrl(path)))

const toHash = (content: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

/** Inline scripts of pages: Astro hashes its own, but not those with `is:inline`. */
const inlineScripts = [
  joinInlineScripts(
    toThemeScript(readScript('src/components/chrome/theme-first-paint.js')),
    readScript('src/components/chrome/ignore-transition-errors.js'),
    readScript('src/components/chrome/late-scripts.js'),
  ),
  JSON.stringify(JSON.parse(read('src/components/chrome/speculation-rules.json'))),
  readScript('src/components/shop/listing-first-paint.js'),
  toCartScript(readScript('src/components/cart/cart-first-paint.js')),
]

const toOrigins = (...urls: (string | undefined)[]) =>
  new Set(urls.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : [])))

/** Astro's `security.csp`. `env` names the origins beside the site's own, e.g. a separate API. */
export function createContentSecurityPolicy(env: Record<string, string | undefined>) {
  const others = [
    ...toOrigins(env['PUBLIC_API_URL'], env['MEDIA_ORIGIN'], env['PUBLIC_ANALYTICS_URL']),
  ].join(' ')
  // Photos of accounts that were created with Google; other photos are replaced by a drawing.
  const photos = env['PUBLIC_GOOGLE_CLIENT_ID'] ? 'https://*.googleusercontent.com' : ''
  return {
    directives: [
      "default-src 'self'" as const,
      `img-src 'self' data: blob: ${others} ${photos}`.trim() as `img-src ${string}`,
      `connect-src 'self' ${others}`.trim() as `connect-src ${string}`,
      // The rupee sign of src/styles/fonts.css.
      "font-src 'self' data:" as const,
      "object-src 'none'" as const,
      "base-uri 'self'" as const,
      "form-action 'self'" as const,
      "manifest-src 'self'" as const,
      "worker-src 'self'" as const,
    ],
    scriptDirective: { hashes: inlineScripts.map(toHash) },
    styleDirective: { hashes: [toHash(read('src/components/chrome/view-transition.css'))] },
  }
}
