import {
  isPreviewOidcEnabled,
  startPreviewOidcProvider,
} from '#src/server/auth/preview-oidc-provider.ts'
import type { ServerEnv } from '#src/server/env.ts'

/** Starts the preview's OpenID provider when it is enabled. */
export async function startOidcProvider(
  env: ServerEnv,
  siteOrigin: string,
  parts: AsyncDisposableStack,
): Promise<void> {
  if (!isPreviewOidcEnabled(env)) return
  const { port } = new URL(siteOrigin)
  const origins = [siteOrigin, `http://127.0.0.1:${port}`, `http://localhost:${port}`]
  const provider = await startPreviewOidcProvider({
    port: env.PREVIEW_OIDC_PORT,
    redirectOrigins: [...new Set(origins)],
  })
  parts.defer(provider.stop)
}
