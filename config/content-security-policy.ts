import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toInlineScript } from '../src/channels/inline-script.ts'
import { readMinified } from './inline-scripts.ts'

const toUrl = (path: string) => new URL(`../${path}`, import.meta.url)
const read = (path: string) => readFileSync(toUrl(path), 'utf8')
const readScript = (path: string) => readMinified(fileURLToPath(toUrl(path)))

const toHash = (content: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

/** Inline scripts of pages: Astro hashes its own, but not those with `is:inline`. */
const inlineScripts = [
  toInlineScript(
    ...['first-paint', 'after-paint', 'replay-presses', 'ignore-transition-errors'].map((name) =>
      readScript(`src/page-scripts/${name}.js`),
    ),
  ),
  JSON.stringify(JSON.parse(read('src/components/chrome/speculation-rules.json'))),
]

const SONNER = 'node_modules/sonner/dist/index.mjs'

/**
 * The style sheet that sonner inserts into the page as a `<style>` element.
 * @param source of sonner's module.
 * @throws Error when the source does not contain the style sheet as one string.
 */
export function parseToastStyle(source: string): string {
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1]
  if (literal === undefined)
    throw new Error(`config/content-security-policy.ts: ${SONNER} has no __insertCSS("…") call.`)
  return JSON.parse(literal) as string
}

/** sonner appends its element before it fills it: browsers check the empty element, too. */
const insertedStyles = ['', parseToastStyle(read(SONNER))]

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
    styleDirective: {
      hashes: [read('src/components/chrome/view-transition.css'), ...insertedStyles].map(toHash),
    },
  }
}
