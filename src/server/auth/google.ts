import type { Context } from 'hono'
import { ACCOUNT_LIMITS } from '#src/contract/values.ts'
import { messages } from '#src/rules/messages.ts'
import type { UserRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { googleLinkedMail } from '../mail/account-mails.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { toSingleLine } from '../mail/render-mail.ts'
import { claimAccount } from './claim-account.ts'
import { consumeNonce } from './google-nonce.ts'
import type { Identity } from './identity-token.ts'
import { rememberDevice } from './known-device.ts'
import { createSession } from './session.ts'
import { createUser, findUserBy, lockUserBy, setDefaultPhoto, updateUser } from './user-queries.ts'

const PHOTO_URL_MAX = 500

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
    await createSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user.email)
    return user.id
  })
}

/** Finds the user by the provider's `sub`; an account with the same email is linked. */
async function findOrCreateUser(deps: Deps, db: Db, identity: Identity): Promise<UserRow> {
  const user =
    (await findUserBy(db, 'google_sub', identity.sub)) ?? (await create(deps, db, identity))
  if (user) return user
  const sameEmail = await lockUserBy(db, 'email', identity.email, deps.now())
  if (sameEmail?.google_sub === identity.sub) return sameEmail
  // An account of another Google identity is never linked, nor one of staff: that takes a password.
  if (!sameEmail || sameEmail.google_sub !== null || sameEmail.role !== 'customer')
    throw new HttpError(401, messages.login.googleRejected)
  await linkIdentity(deps, db, sameEmail, identity)
  return sameEmail
}

/** @returns undefined when the email has an account already. */
const create = (deps: Deps, db: Db, identity: Identity) =>
  createUser(db, {
    email: identity.email,
    display_name: toDisplayName(identity),
    photo_url: toPhotoUrl(identity),
    google_sub: identity.sub,
    email_verified_at: deps.now(),
    created_at: deps.now(),
  })

/** Links the identity to an account. The owner of a verified email gets a mail; else it is claimed. */
async function linkIdentity(deps: Deps, db: Db, user: UserRow, identity: Identity): Promise<void> {
  const { env, now } = deps
  if (user.email_verified_at !== null) {
    await enqueueMail(db, user.email, googleLinkedMail(env, user.display_name), now())
    await updateUser(db, user.id, { google_sub: identity.sub })
  } else {
    await claimAccount(db, user.id, now())
    const display_name = toDisplayName(identity)
    await updateUser(db, user.id, { google_sub: identity.sub, display_name })
  }
  await setDefaultPhoto(db, user.id, toPhotoUrl(identity))
}

const toDisplayName = ({ name, email }: Identity): string =>
  (toSingleLine(name ?? '') || (email.split('@')[0] ?? email)).slice(0, ACCOUNT_LIMITS.name)

function toPhotoUrl({ picture }: Identity): string {
  const url = picture === undefined ? null : URL.parse(picture)
  return url?.protocol === 'https:' && url.href.length <= PHOTO_URL_MAX ? url.href : ''
}
