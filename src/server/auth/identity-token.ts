import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { email } from '#src/contract/auth.ts'
import type { Deps } from '../deps.ts'

/** Longest wait for the provider's keys, in milliseconds. */
const KEYS_TIMEOUT_MS = 4_000
const LEEWAY_SECONDS = 60
/** No provider of ours makes tokens that live longer. */
const OLDEST_SECONDS = 60 * 60

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

type Verify = (idToken: string) => Promise<Identity | null>

/**
 * Makes the check of identity tokens for one client: signature by the provider's own keys, issuer,
 * audience, time, and an address that the provider has verified. Null is a token not to trust,
 * or keys that could not be had; the log says which.
 */
export function createIdentityVerifier({ env, now, log }: Deps, clientId: string): Verify {
  const keys = createRemoteJWKSet(new URL(env.OIDC_JWKS_URL), { timeoutDuration: KEYS_TIMEOUT_MS })
  const issuer = env.OIDC_ISSUER === GOOGLE ? [GOOGLE, 'accounts.google.com'] : env.OIDC_ISSUER
  return async (idToken) => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer,
        audience: clientId,
        clockTolerance: LEEWAY_SECONDS,
        maxTokenAge: OLDEST_SECONDS,
        requiredClaims: ['exp', 'iat', 'sub', 'nonce', 'email'],
        currentDate: new Date(now()),
      })
      return identityOf(payload, clientId)
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      log('warn', 'identity token rejected', { why })
      return null
    }
  }
}

function identityOf(payload: JWTPayload, clientId: string): Identity | null {
  const parsed = claims.safeParse(payload)
  if (!parsed.success) return null
  const { aud, azp } = parsed.data
  // A token for several audiences must say that it was made for us.
  const several = Array.isArray(aud) && aud.length > 1
  if (azp === undefined ? several : azp !== clientId) return null
  return parsed.data
}
