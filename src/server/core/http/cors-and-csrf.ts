import type { Context, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import { HttpError } from '../errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE'
const ALLOWED_HEADERS = 'Content-Type, Idempotency-Key'
const PREFLIGHT_SECONDS = '600'

/**
 * Allows pages of CORS_ORIGINS to call the API with credentials, and rejects unsafe requests from all other origins.
 * CORS hides a response, but does not prevent the request.
 */
export const corsAndCsrf = ({ env }: Deps): MiddlewareHandler =>
  async function corsAndCsrf(c, next) {
    const origin = c.req.header('origin')
    const isListed = origin !== undefined && env.CORS_ORIGINS.includes(origin)
    if (c.req.method === 'OPTIONS' && origin !== undefined)
      return respondToPreflight(c, isListed ? origin : null)
    if (!SAFE_METHODS.has(c.req.method) && !isAllowedOrigin(c, env)) throw foreignOrigin()
    c.header('Vary', 'Origin')
    if (isListed) setCorsHeaders(c, origin)
    await next()
    return undefined
  }

const foreignOrigin = () => new HttpError(403, 'This call came from a page that is not ours.')

function setCorsHeaders(c: Context, origin: string): void {
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Allow-Credentials', 'true')
  c.header('Access-Control-Expose-Headers', 'Retry-After')
}

function respondToPreflight(c: Context, origin: string | null): Response {
  c.header('Vary', 'Origin')
  if (!origin) throw foreignOrigin()
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Allow-Credentials', 'true')
  c.header('Access-Control-Allow-Methods', ALLOWED_METHODS)
  c.header('Access-Control-Allow-Headers', ALLOWED_HEADERS)
  c.header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  return c.body(null, 204)
}

/**
 * Browsers send at least one of these headers with every unsafe request, and scripts cannot change them. A client
 * that sends none is no browser, so it has no cookie of another user.
 */
function isAllowedOrigin(c: Context, env: ServerEnv): boolean {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin === 'null') return false
  if (site === 'same-origin' || site === 'none') return true
  if (origin !== undefined) return isOwnOrigin(c, env, origin)
  if (site !== undefined) return false
  const referer = c.req.header('referer')
  return referer === undefined || isOwnOrigin(c, env, URL.parse(referer)?.origin ?? 'null')
}

/** Returns whether an origin is the site, one of CORS_ORIGINS, or the called host. */
export function isOwnOrigin(c: Context, env: ServerEnv, origin: string): boolean {
  if (env.CORS_ORIGINS.includes(origin) || origin === env.SITE_URL) return true
  const url = URL.parse(origin)
  if (!url || url.origin !== origin) return false
  if (env.SITE_URL?.startsWith('https:') && url.protocol !== 'https:') return false
  return url.host === (c.req.header('host') ?? new URL(c.req.url).host)
}
