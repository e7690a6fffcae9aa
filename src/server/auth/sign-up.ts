import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { signupRequest } from '#src/contract/auth.ts'
import type { Db, Deps } from '../deps.ts'
import { minDuration } from '../http/min-duration.ts'
import { allows } from '../http/rate-limit.ts'
import { existingAccountMail, verificationMail } from '../mail/account-mails.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import { issueMailToken } from './mail-token.ts'
import { hashPassword } from './password-hash.ts'
import { assertValidPassword } from './password-rules.ts'
import { SIGNUP_MAILS } from './rate-limits.ts'

/** Above what either way takes when the machine is not busy. */
const ANSWER_MS = 120

/**
 * Opens an account, or tells the owner of an existing one by mail. Whoever asks gets the same
 * answer at the same time: a fresh uid, which only means something when the account is new.
 * @throws HttpError 400 for a password that breaks the rules.
 */
export async function signUp(
  deps: Deps,
  given: z.output<typeof signupRequest>,
): Promise<{ uid: string }> {
  assertValidPassword(given.password, {
    min: deps.env.PASSWORD_MIN,
    owner: given,
    field: 'password',
  })
  return minDuration(ANSWER_MS, async () => {
    const uid = randomUUID()
    const hash = await hashPassword(given.password)
    const mailing = await allows(deps, SIGNUP_MAILS, given.email)
    await deps.db.transaction().execute(async (db) => {
      const added = await addUser(db, { id: uid, hash, now: deps.now(), ...given })
      if (!mailing) return
      const letter = added
        ? await createVerificationMail(deps, db, uid)
        : existingAccountMail(deps.env)
      await enqueueMail(db, renderMail(given.email, letter), deps.now())
    })
    return { uid }
  })
}

export async function createVerificationMail(deps: Deps, db: Db, userId: string) {
  const token = await issueMailToken(db, { userId, purpose: 'verify-email', now: deps.now() })
  return verificationMail(deps.env, token)
}

/** @returns false when the address has an account already. */
async function addUser(
  db: Db,
  given: { id: string; email: string; name: string; hash: string; now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user')
    .values({
      id: given.id,
      email: given.email,
      display_name: given.name,
      password_hash: given.hash,
      phone: '',
      gender: '',
      dob: '',
      photo_url: '',
      role: 'customer',
      email_verified_at: null,
      google_sub: null,
      created_at: given.now,
      updated_at: given.now,
    })
    .onConflict((clash) => clash.column('email').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
