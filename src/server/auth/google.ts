import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { messages } from '#src/rules/messages.ts'
import type { UserRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { googleLinkedMail } from '../mail/account-mails.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { renderMail, toSingleLine } from '../mail/render-mail.ts'
import { claimAccount } from './claim-account.ts'
import { consumeNonce } from './google-nonce.ts'
import type { Identity } from './identity-token.ts'
import { rememberDevice } from './known-device.ts'
import { createSession } from './session.ts'

/**
 * Signs in whoever the provider vouches for, opening an account where there is none.
 * @returns the user's id.
 * @throws HttpError 401 for a token that is not to be trusted, or not made for this browser now.
 */
export async function signInWithGoogle(
  deps: Deps,
  c: Context,
  identity: Identity | null,
): Promise<string> {
  if (!identity || !(await consumeNonce(deps, c, identity.nonce)))
    throw new HttpError(401, messages.login.googleRejected)
  return deps.db.transaction().execute(async (db) => {
    const user = await userOf(deps, db, identity)
    await createSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user.email)
    return user.id
  })
}

type Found = Pick<
  UserRow,
  'id' | 'role' | 'email' | 'display_name' | 'email_verified_at' | 'google_sub'
>
const COLUMNS = ['id', 'role', 'email', 'display_name', 'email_verified_at', 'google_sub'] as const

/** The provider's `sub` is who it is; an address alone only joins what its owner has proven. */
async function userOf(deps: Deps, db: Db, identity: Identity): Promise<Found> {
  const bySub = await db
    .selectFrom('user')
    .select(COLUMNS)
    .where('google_sub', '=', identity.sub)
    .executeTakeFirst()
  if (bySub) return bySub
  const opened = await open(deps, db, identity)
  if (opened) return opened
  const byEmail = await db
    .updateTable('user')
    .set({ updated_at: deps.now() })
    .where('email', '=', identity.email)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (byEmail?.google_sub === identity.sub) return byEmail
  // The address belongs to another identity of the provider, or to somebody who may do more than
  // shop: an editor's account is never joined without its password.
  if (!byEmail || byEmail.google_sub !== null || byEmail.role !== 'customer')
    throw new HttpError(401, messages.login.googleRejected)
  await join(deps, db, byEmail, identity)
  return byEmail
}

/**
 * Adds the identity to an account of the same address. One that was proven by mail stays as it is
 * and its owner is told; one that was not is claimed.
 */
async function join(deps: Deps, db: Db, user: Found, identity: Identity): Promise<void> {
  const isProven = user.email_verified_at !== null
  if (isProven)
    await enqueueMail(
      db,
      renderMail(user.email, googleLinkedMail(deps.env, user.display_name)),
      deps.now(),
    )
  else await claimAccount(db, user.id, deps.now())
  await db
    .updateTable('user')
    .set({ google_sub: identity.sub, ...(isProven ? {} : { display_name: nameOf(identity) }) })
    .where('id', '=', user.id)
    .execute()
  const photo_url = pictureOf(identity)
  await db
    .updateTable('user')
    .set({ photo_url })
    .where('id', '=', user.id)
    .where('photo_url', '=', '')
    .execute()
}

/** @returns the new user, or nothing when the address has an account. */
const open = (deps: Deps, db: Db, identity: Identity) =>
  db
    .insertInto('user')
    .values({
      id: randomUUID(),
      email: identity.email,
      display_name: nameOf(identity),
      password_hash: null,
      phone: '',
      gender: '',
      dob: '',
      photo_url: pictureOf(identity),
      role: 'customer',
      email_verified_at: deps.now(),
      google_sub: identity.sub,
      created_at: deps.now(),
      updated_at: deps.now(),
    })
    .onConflict((clash) => clash.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()

const nameOf = ({ name, email }: Identity): string =>
  toSingleLine(name ?? '').slice(0, 80) || (email.split('@')[0] ?? email).slice(0, 80)

function pictureOf({ picture }: Identity): string {
  const url = picture === undefined ? null : URL.parse(picture)
  return url?.protocol === 'https:' && url.href.length <= 500 ? url.href : ''
}
