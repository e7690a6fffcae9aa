import type { Context } from 'hono'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { messages } from '#src/channels/messages.ts'
import { email } from '#src/contract/auth.ts'
import { ACCOUNT_LIMITS } from '#src/contract/form-limits.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { googleLinkedMail } from '../../core/mail/account-mails.ts'
import { enqueueAccountMail } from '../../core/mail/enqueue-mail.ts'
import { toSingleLine } from '../../core/mail/render-mail.ts'
import { createToken, hashToken, isWellFormedToken } from '../../core/token.ts'
import {
  createUser,
  findUserBy,
  findVerifiedUser,
  lockUser,
  setDefaultPhoto,
  updateUser,
} from '../users/queries.ts'
import type { UserRow } from '../users/tables.ts'
import { getAuthCookie, setAuthCookie } from './cookies.ts'
import { rememberDevice } from './known-device.ts'
import { hasSecondFactor } from './second-factor.ts'
import { createSession } from './session.ts'
import { deleteNonce, insertNonce } from './token-queries.ts'

const PHOTO_URL_MAX = 500
/** Google's own second factor is unknown here. */
const NEEDS_CODE = 'This account has a second factor: please sign in with your password and code.'

/**
 * Signs in the user of an identity token, and creates an account if needed.
 * @param identity null for a token that could not be verified.
 * @returns the user's id.
 * @throws HttpError 401 for an untrusted token, or a nonce of another browser.
 */
export async function signInWithGoogle(
  deps: Deps,
  c: Context,
  identity: Identity | null,
): Promise<string> {
  if (!identity || !(await consumeNonce(deps, c, identity.nonce)))
    throw new HttpError(401, messages.login.googleRejected)
  return deps.db.transaction().execute(async (db) => {
    const user = await findOrCreateUser(deps, db, identity)
    if (await hasSecondFactor(db, user.id)) throw new HttpError(401, NEEDS_CODE)
    await createSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user)
    return user.id
  })
}

/** Finds the user by the provider's `sub`. Otherwise it links the verified account with the same email. */
async function findOrCreateUser(deps: Deps, db: Db, identity: Identity): Promise<UserRow> {
  const user =
    (await findUserBy(db, 'google_sub', identity.sub)) ??
    (await createGoogleUser(deps, db, identity))
  if (user) return user
  const owner = await findVerifiedUser(db, identity.email)
  const sameEmail = owner && (await lockUser(db, owner.id))
  if (sameEmail?.google_sub === identity.sub) return sameEmail
  // An account of another Google identity is never linked. Staff accounts neither, because they need a password.
  if (!sameEmail || sameEmail.google_sub !== null || sameEmail.role !== 'customer')
    throw new HttpError(401, messages.login.googleRejected)
  await linkIdentity(deps, db, sameEmail, identity)
  return sameEmail
}

/** @returns undefined if a verified account has the email. */
const createGoogleUser = (deps: Deps, db: Db, identity: Identity) =>
  createUser(db, {
    email: identity.email,
    display_name: toDisplayName(identity),
    photo_url: toPhotoUrl(identity),
    google_sub: identity.sub,
    email_verified_at: deps.now(),
    created_at: deps.now(),
  })

/** Links the identity to a verified account, and mails its owner. */
async function linkIdentity(deps: Deps, db: Db, user: UserRow, identity: Identity): Promise<void> {
  const { id, email, display_name } = user
  await updateUser(db, id, { google_sub: identity.sub, updated_at: deps.now() })
  await setDefaultPhoto(db, id, toPhotoUrl(identity))
  await enqueueAccountMail(deps, db, { id, email, kind: 'google-linked' }, () =>
    googleLinkedMail(deps.env, display_name),
  )
}

const toDisplayName = ({ name, email }: Identity): string =>
  (toSingleLine(name ?? '') || (email.split('@')[0] ?? email)).slice(0, ACCOUNT_LIMITS.name)

function toPhotoUrl({ picture }: Identity): string {
  const url = picture === undefined ? null : URL.parse(picture)
  return url?.protocol === 'https:' && url.href.length <= PHOTO_URL_MAX ? url.href : ''
}

const NONCE_COOKIE = 'nonce'
const NONCE_LIFETIME_SECONDS = 10 * 60

const toNonceHash = (nonce: string, browserToken: string) => hashToken(`${nonce}.${browserToken}`)

/** Creates the nonce of one Google sign-in: bound to this browser by a cookie, valid once. */
export async function createNonce(deps: Deps, c: Context): Promise<string> {
  const cookie = getAuthCookie(c, deps.env, NONCE_COOKIE)
  // The token is reused, so that a second tab does not invalidate the nonce of the first.
  const browserToken = cookie !== undefined && isWellFormedToken(cookie) ? cookie : createToken()
  const nonce = createToken()
  await insertNonce(deps.db, {
    nonce_hash: toNonceHash(nonce, browserToken),
    expires_at: deps.now() + NONCE_LIFETIME_SECONDS * 1000,
  })
  setAuthCookie(c, deps.env, {
    name: NONCE_COOKIE,
    value: browserToken,
    maxAgeSeconds: NONCE_LIFETIME_SECONDS,
  })
  return nonce
}

/** @returns whether the nonce was created for this browser and is unused; marks it as used. */
async function consumeNonce(deps: Deps, c: Context, nonce: string): Promise<boolean> {
  const browserToken = getAuthCookie(c, deps.env, NONCE_COOKIE)
  if (browserToken === undefined) return false
  return deleteNonce(deps.db, toNonceHash(nonce, browserToken), deps.now())
}

/** Maximum wait for the provider's keys. */
const JWKS_TIMEOUT_MS = 4_000
/** Google's keys have 2 kB. */
const MAX_JWKS_BYTES = 256 * 1024
const CLOCK_TOLERANCE_SECONDS = 60
/** Google's identity tokens are valid for one hour. */
const MAX_TOKEN_AGE_SECONDS = 60 * 60

const GOOGLE = 'https://accounts.google.com'

const claims = z.object({
  /** ASCII (OpenID Connect Core, 2), because PostgreSQL cannot store NUL. */
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  nonce: z.string().min(1).max(200),
  email,
  email_verified: z.literal(true),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
})
type Identity = z.output<typeof claims>

type VerifyIdentity = (idToken: string) => Promise<Identity | null>

/**
 * Creates the verifier of identity tokens for one client (OpenID Connect Core, 3.1.3.7). It checks
 * signature, issuer, audience, times and a verified email. It returns null for an untrusted token
 * or unreachable keys; the log has the reason.
 */
export function createIdentityVerifier({ env, now, log }: Deps, clientId: string): VerifyIdentity {
  let jwks: JWTVerifyGetKey | undefined
  const issuer = env.OIDC_ISSUER === GOOGLE ? [GOOGLE, 'accounts.google.com'] : env.OIDC_ISSUER
  return async (idToken) => {
    try {
      // Loaded on demand.
      const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
      const options = { timeoutDuration: JWKS_TIMEOUT_MS, [customFetch]: fetchBounded }
      jwks ??= createRemoteJWKSet(new URL(env.OIDC_JWKS_URL), options)
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

/** Fetches keys with a size limit, because an endless response would fill the memory. */
async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_JWKS_BYTES) throw new Error('The keys of the provider are too large.')
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), { status: response.status })
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
