import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isPreviewOidcEnabled, previewOidcEnv } from '#src/preview/oidc-provider.ts'
import { codeHash } from '#src/publish/render/code-hash.ts'
import { readEnv, type ServerEnv } from '#src/server/core/env.ts'

let code: string | undefined
/** Returns the hash of the running code, read at the first call. */
export function getCode(): string {
  code ??= codeHash(root)
  return code
}

/** Root folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Reads the environment and `.env` in the working directory. */
export function readSettings(): ServerEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnv(process.env)
  if (!isPreviewOidcEnabled(env)) return env
  Object.assign(process.env, previewOidcEnv(env.PREVIEW_OIDC_PORT))
  return readEnv(process.env)
}
