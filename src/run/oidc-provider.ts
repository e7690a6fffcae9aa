import {
  isPreviewOidcEnabled,
  startPreviewOidcProvider,
} from '#src/server/auth/preview-oidc-provider.ts'
import type { ServerEnv } from '#src/server/env.ts'
import type { CleanupStack } from './shutdown.ts'

/** The preview's own OpenID provider, where it is switched on. */
export async function startOidcProvider(
  env: ServerEnv,
  site: string,
  open: CleanupStack,
): Promise<void> {
  if (!isPreviewOidcEnabled(env)) return
  const { port } = new URL(site)
  const sites = [site, `http://127.0.0.1:${port}`, `http://localhost:${port}`]
  const provider = await startPreviewOidcProvider({
    port: env.PREVIEW_OIDC_PORT,
    redirectOrigins: [...new Set(sites)],
  })
  open.add(provider.stop)
}
