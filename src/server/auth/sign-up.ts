import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { signupRequest } from '#src/contract/auth.ts'
import type { Deps } from '../deps.ts'
import { minDuration } from '../http/min-duration.ts'
import { enqueueVerificationMail } from './email-verification.ts'
import { hashPassword } from './password-hash.ts'
import { assertValidPassword } from './password-rules.ts'
import { createUser } from './user-queries.ts'

/** Longer than a sign-up takes on an idle machine, so that all take the same time. */
const MIN_RESPONSE_MS = 120

/**
 * Creates an unverified account, also beside a verified one with the email, whose owner gets a mail.
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
    const password_hash = await hashPassword(deps.env, password)
    await deps.db.transaction().execute(async (db) => {
      const created_at = deps.now()
      await createUser(db, { id, email, display_name: name, password_hash, created_at })
      await enqueueVerificationMail(deps, db, { id, email, kind: 'signup' })
    })
    return { uid: id }
  })
}
