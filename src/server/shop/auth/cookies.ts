import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { ServerEnv } from '../../core/env.ts'

/**
 * Cookies are `HttpOnly` and `SameSite=Strict`, and also `__Host-` and `Secure` unless the site is
 * plain http on this machine. A site on another domain than its API needs COOKIE_CROSS_SITE, which
 * makes them `SameSite=None; Partitioned`.
 */
function toCookieOptions(env: ServerEnv): CookieOptions {
  const common = { httpOnly: true, path: '/' } as const
  if (!env.SECURE_COOKIES) return { ...common, sameSite: 'Strict' }
  const secure = { ...common, secure: true, prefix: 'host' } as const
  return env.COOKIE_CROSS_SITE
    ? { ...secure, sameSite: 'None', partitioned: true }
    : { ...secure, sameSite: 'Strict' }
}

export const getAuthCookie = (c: Context, env: ServerEnv, name: string): string | undefined =>
  env.SECURE_COOKIES ? getCookie(c, name, 'host') : getCookie(c, name)

export function setAuthCookie(
  c: Context,
  env: ServerEnv,
  cookie: { name: string; value: string; maxAgeSeconds: number },
): void {
  const options = { ...toCookieOptions(env), maxAge: cookie.maxAgeSeconds }
  setCookie(c, cookie.name, cookie.value, options)
}

export function deleteAuthCookie(c: Context, env: ServerEnv, name: string): void {
  deleteCookie(c, name, toCookieOptions(env))
}
