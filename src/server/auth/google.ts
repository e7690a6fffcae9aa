import type { Context } from 'hono'
import { ACCOUNT_LIMITS } from '#src/contract/values.ts'
import { messages } from '#src/rules/messages.ts'
import type { UserRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { googleLinkedMail } from '../mail/account-mails.ts'
import { enqueueAccountMail } from '../mail/enqueue-mail.ts'
import { toSingleLine } from '../mail/render-mail.ts'
import { consumeNonce } from './google-nonce.ts'
import type { Identity } from './identity-token.ts'
import { rememberDevice } from './known-device.ts'
import { hasSecondFactor } from './second-factor.ts'
import { createSession } from './session.ts'
import {
  createUser,
  findUserBy,
  findVerifiedUser,
  lockUser,
  setDefaultPhoto,
  updateUser,
} from './user-queries.ts'

const PHOTO_URL_MAX = 500
/** Google's own second factor is not known here. */
const NEEDS_CODE = 'This account has a second factor: please sign in with your password and code.'

/**
 * Signs in the user of an identity token, creating an account if it does not exist.
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

/** Finds the user by the provider's `sub`; the verified account with the same email is linked. */
async function findOrCreateUser(deps: Deps, db: Db, identity: Identity): Promise<UserRow> {
  const user =
    (await findUserBy(db, 'google_sub', identity.sub)) ?? (await create(deps, db, identity))
  if (user) return user
  const owner = await findVerifiedUser(db, identity.email)
  const sameEmail = owner && (await lockUser(db, owner.id))
  if (sameEmail?.google_sub === identity.sub) return sameEmail
  // An account of another Google identity is never linked, nor one of staff: that takes a password.
  if (!sameEmail || sameEmail.google_sub !== null || sameEmail.role !== 'customer')
    throw new HttpError(401, messages.login.googleRejected)
  await linkIdentity(deps, db, sameEmail, identity)
  return sameEmail
}

/** @returns undefined when a verified account has the email. */
const create = (deps: Deps, db: Db, identity: Identity) =>
  createUser(db, {
    email: identity.email,
    display_name: toDisplayName(identity),
    photo_url: toPhotoUrl(identity),
    google_sub: identity.sub,
    email_verified_at: deps.now(),
    created_at: deps.now(),
  })

/** Links the identity to a verified account and mails its owner. */
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
