import type { ServerEnv } from '#src/server/env.ts'
import { toOrigin } from './listen.ts'

const DEFAULT_PORT = 4321

/** What the pages of this shop are built with: the environment, and what the server knows of it. */
export const toSiteEnv = (env: ServerEnv): Record<string, string> => {
  const shaping = {
    ...process.env,
    SITE_URL: env.SITE_URL ?? toOrigin(env.HOST, env.PORT || DEFAULT_PORT),
    MEDIA_ORIGIN: env.MEDIA_ORIGIN,
    PUBLIC_API_URL: env.PUBLIC_API_URL,
    PUBLIC_PREVIEW: String(env.PREVIEW),
    PUBLIC_PASSWORD_MIN: String(env.PASSWORD_MIN),
  }
  // An unset variable assigned to process.env would become the word "undefined".
  return Object.fromEntries(
    Object.entries(shaping).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
