import { messages } from '#src/rules/messages.ts'
import { deleteSessionCookie } from '../auth/session.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { getUser } from './get-user.ts'
import { completeProfile, updateProfile } from './profile.ts'
import { deleteSession, listSessions } from './sessions.ts'

type HandledEndpoint =
  | 'GET /users/getUserProfile'
  | 'POST /users/complete-profile'
  | 'PUT /users/update'
  | 'GET /users/sessions'
  | 'DELETE /users/sessions/:id'
  | 'GET /users/export'
  | 'DELETE /users/account'

/** Handlers for the profile, sessions and data of the signed-in user. */
export const accountHandlers = (deps: Deps): Pick<Handlers, HandledEndpoint> => ({
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
    return exportAccount(deps, caller)
  },
  'DELETE /users/account': async ({ caller, body, c }) => {
    await deleteAccount(deps, caller, body.confirmation)
    deleteSessionCookie(deps, c)
    return { success: true, message: 'Your account is deleted.' }
  },
})
