import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { paths } from '#src/rules/paths.ts'
import type { ServerEnv } from '../env.ts'
import { StartupError } from '../startup-error.ts'

const HOST = '127.0.0.1'
const CLIENT = 'kairavi-preview'
const SECONDS = 10 * 60

export interface PreviewOidcProviderOptions {
  port: number
  /** Origins the sign-in may come back to. Of http ones only loopback, and there any port. */
  redirectOrigins: readonly string[]
}

export interface PreviewOidcProvider {
  issuer: string
  stop(): Promise<void>
}

/** Whether this shop is to have the provider of this file. */
export const isPreviewOidcEnabled = (env: ServerEnv): boolean =>
  env.PREVIEW_OIDC && env.PREVIEW && env.NODE_ENV !== 'production'

/** What site and server are to be told of a preview provider on that port. */
export const previewOidcEnv = (port: number) => ({
  PUBLIC_GOOGLE_CLIENT_ID: CLIENT,
  PUBLIC_OIDC_AUTHORIZE_URL: `http://${HOST}:${port}/auth`,
  OIDC_ISSUER: `http://${HOST}:${port}`,
  OIDC_JWKS_URL: `http://${HOST}:${port}/jwks`,
})

/**
 * An OpenID provider on this machine that lets anybody be anybody, so that the social sign-in can
 * be tried and tested without the internet. Never outside a preview.
 * @throws StartupError when the package is not installed or the port is taken.
 */
export async function startPreviewOidcProvider({
  port,
  redirectOrigins,
}: PreviewOidcProviderOptions): Promise<PreviewOidcProvider> {
  const { Provider } = await load()
  const issuer = `http://${HOST}:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        application_type: 'native',
        grant_types: ['implicit'],
        response_types: ['id_token'],
        token_endpoint_auth_method: 'none',
        redirect_uris: redirectOrigins.filter(mayReturn).map((site) => site + paths.oauthCallback),
      },
    ],
    // As Google does: the claims are in the identity token.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    responseTypes: ['id_token'],
    pkce: { required: () => false },
    // Its own keys: those it brings for a quick start are known to everybody.
    jwks: { keys: [await newKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    ttl: { Grant: SECONDS, IdToken: SECONDS, Interaction: SECONDS, Session: SECONDS },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id.includes('@') ? id : `${id.replace(/\W+/g, '.')}@provider.example`,
        email_verified: true,
        name: nameOf(id),
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
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A development dependency: a shop that is only run does not have it. */
async function load() {
  try {
    return await import('oidc-provider')
  } catch (cause) {
    throw new StartupError(
      'PREVIEW_OIDC needs the package oidc-provider, which is installed with the development dependencies: run npm ci without --omit=dev, or unset PREVIEW_OIDC.',
      { cause },
    )
  }
}

async function newKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
}

/** What the rules of native clients allow: TLS, or this machine. */
const mayReturn = (site: string): boolean =>
  /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)(?::|$))/.test(site)

const nameOf = (id: string): string =>
  (id.split('@')[0] ?? id).replace(/[._-]+/g, ' ').replace(/\b\p{L}/gu, (c) => c.toUpperCase())
