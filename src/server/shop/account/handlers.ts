import { messages } from '#src/channels/messages.ts'
import type { DeleteAccountRequest } from '#src/contract/account.ts'
import { email as emailSchema } from '#src/contract/auth.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Caller, Handlers } from '../../core/http/mount.ts'
import { reauthenticate } from '../auth/reauthenticate.ts'
import { assertSecondFactor } from '../auth/second-factor.ts'
import { deleteSessionCookie } from '../auth/session.ts'
import { deleteUserSessions } from '../auth/token-queries.ts'
import { listOpenOrders } from '../orders/open-orders.ts'
import { getUser } from '../users/get-user.ts'
import { getUserRow, hasEnded, lockUser } from '../users/queries.ts'
import { deleteAccounts, endAccount } from './delete-account.ts'
import { leaveStaff } from './leave-staff.ts'
import { exportPersonalData, listSessions } from './personal-data.ts'
import { completeProfile, updateProfile } from './profile.ts'
import * as queries from './queries.ts'

export const accountHandlers = (deps: Deps) =>
  ({
    'GET /users/getUserProfile': async ({ caller }) => ({
      user: caller && (await getUser(deps.db, caller.userId)),
    }),
    'POST /users/complete-profile': async ({ caller, body }) => {
      await completeProfile(deps, caller.userId, body)
      return { user: await getUser(deps.db, caller.userId), message: messages.profile.updated }
    },
    'PUT /users/update': async ({ caller, body }) => {
      await updateProfile(deps, caller.userId, body)
      const user = await getUser(deps.db, caller.userId)
      return { success: true, user, message: messages.profile.updated }
    },
    'GET /users/sessions': async ({ caller }) => ({
      success: true,
      sessions: await listSessions(deps, caller),
    }),
    'DELETE /users/sessions/:id': async ({ caller, param, c }) => {
      await deleteSession(deps, caller, param)
      if (param === caller.sessionId) deleteSessionCookie(deps, c)
      return { success: true, message: 'Signed out there.' }
    },
    'GET /users/export': async ({ caller, c }) => {
      c.header('Content-Disposition', 'attachment; filename="kairavi-account.json"')
      return exportPersonalData(deps, caller)
    },
    'GET /users/open-orders': async ({ caller, db }) => ({
      success: true,
      orders: await listOpenOrders(deps, db, caller.userId),
    }),
    'DELETE /users/account': async ({ caller, body, c }) => {
      await deleteAccount(deps, caller, body)
      deleteSessionCookie(deps, c)
      return { success: true, message: 'Your account is deleted.' }
    },
  }) satisfies Partial<Handlers>

/**
 * Deletes the user with all their data, and confirms it by mail.
 * @param given.confirmation the current password, or the email address if the account has no password.
 * @throws HttpError 401 if the confirmation does not match or a required code of the second factor is missing; 409
 *   for the only admin.
 */
async function deleteAccount(
  deps: Deps,
  caller: Caller,
  { confirmation, code }: DeleteAccountRequest,
): Promise<void> {
  const user = await getUserRow(deps.db, caller.userId)
  if (user.password_hash === null) assertEmailMatches(user.email, confirmation)
  else await reauthenticate(deps, caller, { password: confirmation, field: 'confirmation' })
  await assertSecondFactor(deps, user.id, code)
  await deps.db.transaction().execute(async (db) => {
    if (user.role !== 'customer') await leaveStaff(deps, db, user)
    const locked = await lockUser(db, user.id)
    // Another request may have ended it meanwhile.
    if (locked && !hasEnded(deps, locked)) await endAccount(deps, db, locked)
  })
  await deleteAccounts(deps, [user.id])
}

function assertEmailMatches(email: string, confirmation: string): void {
  if (emailSchema.safeParse(confirmation).data === email) return
  throw new HttpError(401, 'Please enter the email address of this account.', {
    field: 'confirmation',
  })
}

/** Value of `:id` in `DELETE /users/sessions/:id` for all sessions except the current one. */
const OTHERS = 'others'

/** @throws HttpError 404 if the session is not the caller's, whether or not it exists. */
async function deleteSession({ db }: Deps, caller: Caller, id: string): Promise<void> {
  if (id === OTHERS) return deleteUserSessions(db, caller.userId, caller.sessionId)
  if (!(await queries.deleteSession(db, caller.userId, id)))
    throw new HttpError(404, 'This device is not signed in.')
}
