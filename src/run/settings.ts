import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isPreviewOidcEnabled, previewOidcEnv } from '#src/preview/oidc-provider.ts'
import { readEnv, type ServerEnv } from '#src/server/core/env.ts'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Reads the environment and the `.env` file of the working folder. */
export function readSettings(): ServerEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnv(process.env)
  if (!isPreviewOidcEnabled(env)) return env
  Object.assign(process.env, previewOidcEnv(env.PREVIEW_OIDC_PORT))
  return readEnv(process.env)
}
