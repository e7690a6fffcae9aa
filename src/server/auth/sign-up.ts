import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { signupRequest } from '#src/contract/auth.ts'
import type { Deps } from '../deps.ts'
import { minDuration } from '../http/min-duration.ts'
import { allows } from '../http/rate-limit.ts'
import { existingAccountMail } from '../mail/account-mails.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { enqueueVerificationMail } from './email-verification.ts'
import { hashPassword } from './password-hash.ts'
import { assertValidPassword } from './password-rules.ts'
import { SIGNUP_MAILS } from './rate-limits.ts'
import { createUser } from './user-queries.ts'

/** Longer than either case takes on an idle machine, so that both take the same time. */
const MIN_RESPONSE_MS = 120

/**
 * Creates an account and mails a verification link, or mails the owner of an existing account.
 * @returns a new uid in both cases, so that the response does not reveal whether there was one.
 * @throws HttpError 400 for an invalid password.
 */
export async function signUp(
  deps: Deps,
  { name, email, password }: z.output<typeof signupRequest>,
): Promise<{ uid: string }> {
  assertValidPassword(password, {
    minLength: deps.env.PASSWORD_MIN,
    owner: { name, email },
    field: 'password',
  })
  return minDuration(MIN_RESPONSE_MS, async () => {
    const id = randomUUID()
    const password_hash = await hashPassword(password)
    const isMailAllowed = await allows(deps, SIGNUP_MAILS, email)
    await deps.db.transaction().execute(async (db) => {
      const created_at = deps.now()
      const user = await createUser(db, {
        id,
        email,
        display_name: name,
        password_hash,
        created_at,
      })
      if (!isMailAllowed) return
      if (user) await enqueueVerificationMail(deps, db, user)
      else await enqueueMail(db, email, existingAccountMail(deps.env), created_at)
    })
    return { uid: id }
  })
}
