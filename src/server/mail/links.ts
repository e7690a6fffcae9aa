import type { ServerEnv } from '../env.ts'

/** An absolute address of the site, with a mailed token where there is one. */
export function siteLink(env: ServerEnv, path: string, token?: string): string {
  const url = new URL(path, env.SITE_URL ?? `http://${env.HOST}:${env.PORT}`)
  if (token !== undefined) url.searchParams.set('token', token)
  return url.href
}
