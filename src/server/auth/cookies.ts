import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { ServerEnv } from '../env.ts'

/** Browsers accept `Secure` cookies from these hosts without TLS. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

function isSecure(c: Context, env: ServerEnv): boolean {
  if (env.COOKIE_CROSS_SITE || env.SITE_URL?.startsWith('https:')) return true
  const url = new URL(c.req.url)
  return url.protocol === 'https:' || LOOPBACK.test(url.hostname)
}

/**
 * Cookies are `HttpOnly` and `SameSite=Strict`, and `__Host-` and `Secure` where the browser
 * accepts that. A site on another domain than its API needs COOKIE_CROSS_SITE, which makes them
 * `SameSite=None; Partitioned`.
 */
function toCookieOptions(c: Context, env: ServerEnv): CookieOptions {
  const common = { httpOnly: true, path: '/' } as const
  if (!isSecure(c, env)) return { ...common, sameSite: 'Strict' }
  const secure = { ...common, secure: true, prefix: 'host' } as const
  return env.COOKIE_CROSS_SITE
    ? { ...secure, sameSite: 'None', partitioned: true }
    : { ...secure, sameSite: 'Strict' }
}

export const getAuthCookie = (c: Context, env: ServerEnv, name: string): string | undefined =>
  isSecure(c, env) ? getCookie(c, name, 'host') : getCookie(c, name)

export function setAuthCookie(
  c: Context,
  env: ServerEnv,
  cookie: { name: string; value: string; maxAgeSeconds: number },
): void {
  const options = { ...toCookieOptions(c, env), maxAge: cookie.maxAgeSeconds }
  setCookie(c, cookie.name, cookie.value, options)
}

export function deleteAuthCookie(c: Context, env: ServerEnv, name: string): void {
  deleteCookie(c, name, toCookieOptions(c, env))
}
