import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { messages } from '#src/rules/messages.ts'
import type { Db, Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { enqueue } from '../mail/enqueue.ts'
import { googleLinkedLetter } from '../mail/letters.ts'
import { mailOf, oneLine } from '../mail/template.ts'
import { claimAccount } from './claim-account.ts'
import { spendNonce } from './google-nonce.ts'
import type { Identity } from './identity-token.ts'
import { rememberDevice } from './known-device.ts'
import { startSession } from './session.ts'

/**
 * Signs in whoever the provider vouches for, opening an account where there is none.
 * @returns the user's id.
 * @throws Refused 401 for a token that is not to be trusted, or not made for this browser now.
 */
export async function signInWithGoogle(
  deps: Deps,
  c: Context,
  identity: Identity | null,
): Promise<string> {
  if (!identity || !(await spendNonce(deps, c, identity.nonce)))
    throw new Refused(401, messages.login.googleRefused)
  return deps.db.transaction().execute(async (db) => {
    const user = await userOf(deps, db, identity)
    await startSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user.email)
    return user.id
  })
}

const COLUMNS = ['id', 'role', 'email', 'display_name', 'email_verified_at', 'google_sub'] as const

/** The provider's `sub` is who it is; an address alone only joins what its owner has proven. */
async function userOf(deps: Deps, db: Db, identity: Identity) {
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
  // The address belongs to another identity of the provider, or was taken this very moment.
  if (!byEmail || byEmail.google_sub !== null) throw new Refused(401, messages.login.googleRefused)
  if (byEmail.email_verified_at === null) await claimAccount(db, byEmail.id)
  else
    await enqueue(
      db,
      mailOf(byEmail.email, googleLinkedLetter(deps.env, byEmail.display_name)),
      deps.now(),
    )
  await db
    .updateTable('user')
    .set((row) => ({
      google_sub: identity.sub,
      email_verified_at: row.fn.coalesce('email_verified_at', row.val(deps.now())),
      ...(byEmail.email_verified_at === null ? { display_name: nameOf(identity) } : {}),
    }))
    .where('id', '=', byEmail.id)
    .execute()
  return byEmail
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
  oneLine(name ?? '').slice(0, 80) || (email.split('@')[0] ?? email).slice(0, 80)

function pictureOf({ picture }: Identity): string {
  const url = picture === undefined ? null : URL.parse(picture)
  return url?.protocol === 'https:' && url.href.length <= 500 ? url.href : ''
}
