import type { ServerEnv } from '#src/server/core/env.ts'

export type ResponseHeaders = Record<string, string>

export interface HeaderOptions {
  /** Origins of a separate API and of separate pictures. */
  apiOrigin?: string | undefined
  mediaOrigin?: string | undefined
  https: boolean
}

export const toHeaderOptions = (env: ServerEnv): HeaderOptions => ({
  apiOrigin: URL.parse(env.PUBLIC_API_URL)?.origin,
  mediaOrigin: env.MEDIA_ORIGIN,
  https: env.SITE_URL?.startsWith('https:') ?? false,
})

/** Headers of every response of the site. */
export const baseHeaders: ResponseHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Headers of answers that are no files of the release: errors and redirects. */
export const textHeaders: ResponseHeaders = {
  ...baseHeaders,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
}

export const NOT_FOUND_TEXT = 'There is nothing at this address.'
export const METHOD_NOT_ALLOWED_TEXT = 'Use GET or HEAD here.'
export const ALLOW: ResponseHeaders = { Allow: 'GET, HEAD' }
/** An editor can take an address back. A browser with a stored redirect would then loop. */
export const REDIRECT_CACHE_CONTROL = 'no-cache'

/** No browser feature is used. */
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

const HSTS = 'max-age=31536000; includeSubDomains'

/** Directives that work only in a header, or are stricter there. */
const HEADER_DIRECTIVES: ResponseHeaders = {
  'default-src': "'none'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/**
 * Returns the header for the policy that Astro made of the pages: default-src 'none', no frames, and the origins of a
 * separate API and of separate pictures.
 */
export function toContentSecurityPolicy(policy: string, options: HeaderOptions): string {
  const directives = new Map(
    policy
      .split(';')
      .map((directive) => directive.trim())
      .filter(Boolean)
      .map((directive): [string, string] => {
        const [name = '', ...values] = directive.split(/\s+/)
        return [name, values.join(' ')]
      }),
  )
  const add = (name: string, source: string | undefined) => {
    const sources = new Set((directives.get(name) ?? "'self'").split(' '))
    if (source) sources.add(source)
    directives.set(name, [...sources].join(' '))
  }
  add('connect-src', options.apiOrigin)
  add('img-src', 'data:')
  add('img-src', options.mediaOrigin)
  for (const name of ['font-src', 'manifest-src', 'worker-src']) add(name, undefined)
  for (const [name, value] of Object.entries(HEADER_DIRECTIVES)) directives.set(name, value)
  if (options.https) directives.set('upgrade-insecure-requests', '')
  return [...directives].map(([name, value]) => `${name} ${value}`.trim()).join('; ')
}

/** Headers of every page. `policy` is a complete Content-Security-Policy. */
export const pageHeaders = (policy: string, https: boolean): ResponseHeaders => ({
  ...baseHeaders,
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': PERMISSIONS,
  ...(https ? { 'Strict-Transport-Security': HSTS } : {}),
})
