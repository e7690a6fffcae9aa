import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { ServerEnv } from '../../core/env.ts'

/** Origins from which browsers accept `Secure` cookies: TLS, and loopback hosts without it. */
const SECURE =
  /^(?:https:|http:\/\/(?:localhost|[\w.-]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?\/)/

function isSecure(c: Context, env: ServerEnv): boolean {
  return env.COOKIE_CROSS_SITE || env.SITE_URL?.startsWith('https:') || SECURE.test(c.req.url)
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
