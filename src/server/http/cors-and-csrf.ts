import type { Context, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import { HttpError } from '../errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE'
const ALLOWED_HEADERS = 'Content-Type, Idempotency-Key'
const PREFLIGHT_SECONDS = '600'

/**
 * Lets pages of the configured origins call the API with credentials, and nobody else's change
 * anything. CORS alone would not do: it hides answers, it does not stop the call.
 */
export const corsAndCsrf = ({ env }: Deps): MiddlewareHandler =>
  async function corsAndCsrf(c, next) {
    const origin = c.req.header('origin')
    const listed = origin !== undefined && env.CORS_ORIGINS.includes(origin)
    if (c.req.method === 'OPTIONS' && origin !== undefined) return preflight(c, listed && origin)
    if (!SAFE.has(c.req.method) && !mayChange(c, env))
      throw new HttpError(403, 'This call came from a page that is not ours.')
    await next()
    c.res.headers.append('Vary', 'Origin')
    if (listed) shareWith(origin, c.res.headers)
    return undefined
  }

function shareWith(origin: string, headers: Headers): void {
  headers.set('Access-Control-Allow-Origin', origin)
  headers.set('Access-Control-Allow-Credentials', 'true')
  headers.set('Access-Control-Expose-Headers', 'Retry-After')
}

function preflight(c: Context, origin: string | false): Response {
  c.header('Vary', 'Origin')
  if (!origin) throw new HttpError(403, 'This call came from a page that is not ours.')
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Allow-Credentials', 'true')
  c.header('Access-Control-Allow-Methods', ALLOWED_METHODS)
  c.header('Access-Control-Allow-Headers', ALLOWED_HEADERS)
  c.header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  return c.body(null, 204)
}

/**
 * Browsers always name the page that calls, in headers no script can change; what names none is
 * no browser and carries nobody's cookie.
 */
function mayChange(c: Context, env: ServerEnv): boolean {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin === 'null') return false
  if (site === 'same-origin' || site === 'none') return true
  if (origin !== undefined) return isOurs(c, env, origin)
  if (site !== undefined) return false
  const referer = c.req.header('referer')
  return referer === undefined || isOurs(c, env, URL.parse(referer)?.origin ?? 'null')
}

function isOurs(c: Context, env: ServerEnv, origin: string): boolean {
  if (env.CORS_ORIGINS.includes(origin) || origin === env.SITE_URL) return true
  const url = URL.parse(origin)
  if (!url || url.origin !== origin) return false
  if (env.SITE_URL?.startsWith('https:') && url.protocol !== 'https:') return false
  return url.host === (c.req.header('host') ?? new URL(c.req.url).host)
}
