import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { paths } from '#src/rules/paths.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { StartupError } from '#src/server/core/startup-error.ts'

const HOST = '127.0.0.1'
const CLIENT_ID = 'kairavi-preview'
const LIFETIME_SECONDS = 10 * 60

/** Returns whether PREVIEW_OIDC is set in a preview. */
export const isPreviewOidcEnabled = (env: ServerEnv): boolean => env.PREVIEW_OIDC && env.PREVIEW

/** Returns the variables that connect site and server to a preview provider on this port. */
export const previewOidcEnv = (port: number) => ({
  PUBLIC_GOOGLE_CLIENT_ID: CLIENT_ID,
  PUBLIC_OIDC_AUTHORIZE_URL: `http://${HOST}:${port}/auth`,
  OIDC_ISSUER: `http://${HOST}:${port}`,
  OIDC_JWKS_URL: `http://${HOST}:${port}/jwks`,
})

/**
 * Starts the provider if it is enabled.
 * @returns a function that stops it.
 */
export async function startEnabledOidcProvider(
  env: ServerEnv,
  siteOrigin: string,
): Promise<() => Promise<void>> {
  if (!isPreviewOidcEnabled(env)) return async () => {}
  const { port } = new URL(siteOrigin)
  const origins = [siteOrigin, `http://127.0.0.1:${port}`, `http://localhost:${port}`]
  return startPreviewOidcProvider({
    port: env.PREVIEW_OIDC_PORT,
    redirectOrigins: [...new Set(origins)],
  })
}

/**
 * Starts a local OpenID provider that accepts every login name, so that social sign-in can be tried and tested
 * offline. Only for previews.
 * @param redirectOrigins allowed origins after sign-in. Only https and loopback origins are registered.
 * @returns a function that stops it.
 * @throws StartupError if the package is not installed or the port is in use.
 */
export async function startPreviewOidcProvider({
  port,
  redirectOrigins,
}: {
  port: number
  redirectOrigins: readonly string[]
}): Promise<() => Promise<void>> {
  const { Provider } = await loadOidcProvider()
  const issuer = `http://${HOST}:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        application_type: 'native',
        grant_types: ['implicit'],
        response_types: ['id_token'],
        token_endpoint_auth_method: 'none',
        redirect_uris: redirectOrigins
          .filter(isNativeRedirectOrigin)
          .map((origin) => origin + paths.oauthCallback),
      },
    ],
    // The claims are in the identity token, as with Google.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    responseTypes: ['id_token'],
    pkce: { required: () => false },
    // The package's default keys are public.
    jwks: { keys: [await generateJwk()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    ttl: {
      Grant: LIFETIME_SECONDS,
      IdToken: LIFETIME_SECONDS,
      Interaction: LIFETIME_SECONDS,
      Session: LIFETIME_SECONDS,
    },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id.includes('@') ? id : `${id.replace(/\W+/g, '.')}@provider.example`,
        email_verified: true,
        name: toName(id),
      }),
    }),
  })
  const server = createServer(provider.callback())
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(
        new StartupError(
          `Port ${port} is taken: the preview's sign-in provider needs it, set PREVIEW_OIDC_PORT to another.`,
        ),
      ),
    )
    server.listen(port, HOST, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

/** Imported on demand, because the package is a development dependency. */
async function loadOidcProvider() {
  try {
    return await import('oidc-provider')
  } catch (cause) {
    throw new StartupError(
      'PREVIEW_OIDC needs the package oidc-provider, which is installed with the development dependencies: run npm ci without --omit=dev, or unset PREVIEW_OIDC.',
      { cause },
    )
  }
}

async function generateJwk() {
  const { exportJWK, generateKeyPair } = await import('jose')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
}

/** Redirect URIs of native clients are https or loopback (RFC 8252). */
const isNativeRedirectOrigin = (origin: string): boolean =>
  /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)(?::|$))/.test(origin)

const toName = (id: string): string =>
  (id.split('@')[0] ?? id).replace(/[._-]+/g, ' ').replace(/\b\p{L}/gu, (c) => c.toUpperCase())
