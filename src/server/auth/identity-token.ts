import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { email } from '#src/contract/auth.ts'
import type { Deps } from '../deps.ts'

/** Longest wait for the provider's keys. */
const JWKS_TIMEOUT_MS = 4_000
const CLOCK_TOLERANCE_SECONDS = 60
/** Google's identity tokens are valid for one hour. */
const MAX_TOKEN_AGE_SECONDS = 60 * 60

const GOOGLE = 'https://accounts.google.com'

const claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string().min(1).max(200),
  email,
  email_verified: z.literal(true),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
})
export type Identity = z.output<typeof claims>

type VerifyIdentity = (idToken: string) => Promise<Identity | null>

/**
 * Creates the verifier of identity tokens for one client (OpenID Connect Core, 3.1.3.7). It checks
 * the signature by the provider's keys, issuer, audience, times and a verified email. It returns
 * null for an untrusted token and for unreachable keys; the log says which.
 */
export function createIdentityVerifier({ env, now, log }: Deps, clientId: string): VerifyIdentity {
  const jwks = createRemoteJWKSet(new URL(env.OIDC_JWKS_URL), { timeoutDuration: JWKS_TIMEOUT_MS })
  const issuer = env.OIDC_ISSUER === GOOGLE ? [GOOGLE, 'accounts.google.com'] : env.OIDC_ISSUER
  return async (idToken) => {
    try {
      const { payload } = await jwtVerify(idToken, jwks, {
        algorithms: ['RS256'],
        issuer,
        audience: clientId,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: MAX_TOKEN_AGE_SECONDS,
        requiredClaims: ['exp', 'iat', 'sub', 'nonce', 'email'],
        currentDate: new Date(now()),
      })
      return parseIdentity(payload, clientId)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      log('warn', 'identity token rejected', { code })
      return null
    }
  }
}

function parseIdentity(payload: JWTPayload, clientId: string): Identity | null {
  const parsed = claims.safeParse(payload)
  if (!parsed.success) return null
  const { aud, azp } = parsed.data
  // A token for several audiences must name the authorized party.
  const hasSeveralAudiences = Array.isArray(aud) && aud.length > 1
  if (azp === undefined ? hasSeveralAudiences : azp !== clientId) return null
  return parsed.data
}
