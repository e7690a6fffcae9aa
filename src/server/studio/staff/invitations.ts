import { randomUUID } from 'node:crypto'
import type { StaffRole } from '#src/contract/values.ts'
import { DAY_MS, INVITATION_LINK_DAYS } from '#src/rules/constants.ts'
import { mention } from '../../core/audit/audit-mentions.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Caller } from '../../core/http/mount.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { invitationMail } from '../../core/mail/account-mails.ts'
import { enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { createToken, hashToken } from '../../core/token.ts'
import { recordWithdrawal } from '../../shop/account/leave-staff.ts'
import { hashPassword } from '../../shop/auth/password-hash.ts'
import { assertValidPassword } from '../../shop/auth/password-rules.ts'
import { deleteUserSessions } from '../../shop/auth/token-queries.ts'
import { createUser, findVerifiedUser, lockUser, updateUser } from '../../shop/users/queries.ts'
import * as queries from './queries.ts'

const LIFETIME_MS = INVITATION_LINK_DAYS * DAY_MS

/** Invitations of one admin. */
const INVITATIONS: RateLimit = { name: 'invitation', limit: 30, windowMinutes: 60 }

interface Invitation {
  email: string
  role: StaffRole
  /** Null for the first admin, invited by a setting. */
  invitedBy: string | null
}

/** @throws HttpError 409 for an address that has the role already. */
export async function invite(
  deps: Deps,
  { userId }: Caller,
  input: Pick<Invitation, 'email' | 'role'>,
): Promise<void> {
  await consume(deps, INVITATIONS, userId)
  await sendInvitation(deps, { ...input, invitedBy: userId })
}

/** Invites ADMIN_EMAIL when the shop has no admin, and no open invitation of that address. */
export async function inviteFirstAdmin(deps: Deps): Promise<void> {
  const { db, env, now } = deps
  const email = env.ADMIN_EMAIL?.toLowerCase()
  if (email === undefined || (await queries.countAdmins(db)) > 0) return
  const open = await queries.listInvitations(db, now())
  if (open.some((invitation) => invitation.email === email)) return
  await sendInvitation(deps, { email, role: 'admin', invitedBy: null })
}

async function sendInvitation(deps: Deps, { email, role, invitedBy }: Invitation): Promise<void> {
  const token = createToken()
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    const owner = await findVerifiedUser(db, email)
    if (owner?.role === role || owner?.role === 'admin')
      throw new HttpError(409, 'This address belongs to the staff already.', { field: 'email' })
    const id = randomUUID()
    await queries.replaceInvitation(db, {
      id,
      token_hash: hashToken(token),
      email,
      role,
      invited_by: invitedBy,
      created_at: now,
      expires_at: now + LIFETIME_MS,
      used_at: null,
    })
    await enqueueMail(deps, db, { to: email, now }, invitationMail(deps.env, role, token))
    const subject = `Invited ${mention('invitation', id)} as ${role}`
    await insertAuditEntry(db, { at: now, actor_id: invitedBy, action: 'staff', subject })
  })
}

export async function withdrawInvitation(deps: Deps, caller: Caller, id: string): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    if (!(await queries.endInvitation(db, id, deps.now())))
      throw new HttpError(404, 'There is no such invitation.')
    await recordWithdrawal(deps, db, id, caller.userId)
  })
}

/**
 * @throws HttpError 404 for an unknown token and for one whose inviter is no admin any more, 409 for a used one, 410
 * for an expired one.
 */
async function getInvitation({ db, now }: Pick<Deps, 'now'> & { db: Db }, token: string) {
  const row = await queries.findInvitation(db, hashToken(token))
  const field = { field: 'token' }
  if (!row || (row.used_at === null && !row.isAuthorized))
    throw new HttpError(
      404,
      'This invitation is not valid. Please check that the link is complete.',
      field,
    )
  if (row.used_at !== null) throw new HttpError(409, 'This invitation was used already.', field)
  if (row.expires_at <= now())
    throw new HttpError(410, 'This invitation has expired. Please ask for a new one.', field)
  return row
}

export async function findInvitation(deps: Deps, token: string) {
  const { email, role } = await getInvitation(deps, token)
  return { email, role, hasAccount: (await findVerifiedUser(deps.db, email)) !== undefined }
}

/**
 * The link proves that the address belongs to the person: an account with it gets the role and keeps
 * its password, else one is created.
 */
export async function acceptInvitation(
  deps: Deps,
  { token, name = '', password = '' }: { token: string; name?: string; password?: string },
): Promise<void> {
  const { email, role, id: invitationId } = await getInvitation(deps, token)
  const owner = await findVerifiedUser(deps.db, email)
  const password_hash = owner ? '' : await hashNewPassword(deps, { name, email, password })
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    // Used, withdrawn or expired since it was read.
    if (!(await queries.claimInvitation(db, hashToken(token), now))) {
      await getInvitation({ ...deps, db }, token)
      throw new HttpError(409, 'This invitation was used already.', { field: 'token' })
    }
    let id = owner?.id
    if (id !== undefined) {
      const user = await lockUser(db, id)
      // An invitation never takes a right away.
      if (user?.role !== 'admin') await updateUser(db, id, { role, updated_at: now })
      await deleteUserSessions(db, id)
    } else {
      const created = { email, display_name: name, password_hash, role, created_at: now }
      id = (await createUser(db, { ...created, email_verified_at: now }))?.id
      if (id === undefined)
        throw new HttpError(
          409,
          'This address has just got an account. Please follow the link again.',
        )
    }
    const subject = `Accepted the invitation of ${mention('invitation', invitationId)} as ${role}`
    await insertAuditEntry(db, { at: now, actor_id: id, action: 'staff', subject })
  })
}

async function hashNewPassword(
  { env }: Deps,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<string> {
  if (name === '') throw new HttpError(400, 'Please enter your name.', { field: 'name' })
  if (password === '') throw new HttpError(400, 'Please enter a password.', { field: 'password' })
  assertValidPassword(password, {
    minLength: env.PASSWORD_MIN,
    owner: { name, email },
    field: 'password',
  })
  return hashPassword(env, password)
}
