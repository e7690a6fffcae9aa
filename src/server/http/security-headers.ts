import type { MiddlewareHandler } from 'hono'

/** Headers of every answer of the API: never cached, never sniffed, never a page. */
export const securityHeaders = (): MiddlewareHandler =>
  async function securityHeaders(c, next) {
    await next()
    const { headers } = c.res
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store')
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    headers.set('Referrer-Policy', 'no-referrer')
    if (!headers.has('cross-origin-resource-policy'))
      headers.set('Cross-Origin-Resource-Policy', 'same-site')
  }
