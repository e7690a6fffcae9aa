import { clearColumnWith, deleteRowsWith } from '../../core/cleanup/queries.ts'
import { runSteps } from '../../core/cleanup/steps.ts'
import type { Database, Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { accountDeletedMail } from '../../core/mail/account-mails.ts'
import { enqueueAccountMail } from '../../core/mail/enqueue-mail.ts'
import { hashToken } from '../../core/token.ts'
import { deleteKnownDevices, deleteMailTokens } from '../auth/token-queries.ts'
import { deleteContactMessages } from '../contact/queries.ts'
import { linkOpenOrders } from '../orders/open-orders.ts'
import { deleteReviewsOfUser } from '../reviews/queries.ts'
import { runReviewChange } from '../reviews/service.ts'
import { findUserBy, listEndedUserIds, updateUser } from '../users/queries.ts'
import type { UserRow } from '../users/tables.ts'
import { ACCOUNT_ROWS } from './account-rows.ts'
import * as queries from './queries.ts'
import { deleteInvitations } from './staff-queries.ts'

// One short transaction ends an account. From then on it is treated like an account whose address
// was not verified in time. Its unbounded rows are then deleted in steps, and its own row last. If
// the process is killed, the cleanup continues the deletion.

/**
 * Ends an account in a transaction that locks its row. The account then has no session and no
 * sign-in, and its address is free. `deleteAccounts` does the rest.
 */
export async function endAccount({ now }: Deps, db: Db, user: UserRow): Promise<void> {
  const isVerified = user.email_verified_at !== null
  await deleteMailTokens(db, user.id)
  await updateUser(db, user.id, {
    password_hash: null,
    google_sub: null,
    email_verified_at: null,
    role: 'customer',
    expires_at: now(),
    deleted_at: isVerified ? now() : null,
  })
}

/** Deletes accounts that have ended, with all their data. */
export async function deleteAccounts(deps: Deps, ids: string[]): Promise<void> {
  for (const { table, column, deletion } of ACCOUNT_ROWS) {
    if (deletion === 'with-account') continue
    const change = deletion === 'delete' ? deleteRowsWith : clearColumnWith
    await runSteps(deps, () => change(deps.db, table, column, ids))
  }
  for (const id of ids) if (!deps.signal?.aborted) await deleteAccount(deps, id)
}

async function deleteAccount(deps: Deps, id: string): Promise<void> {
  const user = await findUserBy(deps.db, 'id', id)
  if (!user) return
  // An address that was never verified may belong to another person, and so may its mails and messages.
  const isOwner = user.deleted_at !== null
  if (isOwner) {
    await runSteps(deps, () => deleteReviews(deps, id), REVIEWS_PER_STEP)
    for (const [table, column, value] of listRowsOfAddress(deps, user))
      await runSteps(deps, () => queries.deleteRowsOfAddress(deps.db, table, column, value, id))
    if (deps.signal?.aborted) return
  }
  await deps.db.transaction().execute(async (db) => {
    // Only one of two processes deletes the row.
    if (!(await queries.deleteEndedUser(db, id, deps.now())) || !isOwner) return
    await deleteRestOfAddress(deps, db, user)
    const mail = { id: undefined, email: user.email, kind: 'account-deleted' } as const
    await enqueueAccountMail(deps, db, mail, async () =>
      accountDeletedMail(user.display_name, await linkOpenOrders(deps, db, user.email)),
    )
  })
}

/** Each review is a product to publish. */
const REVIEWS_PER_STEP = 50

const deleteReviews = (deps: Deps, userId: string): Promise<number> =>
  runReviewChange(deps, async (db) => {
    const reviews = await deleteReviewsOfUser(db, userId, REVIEWS_PER_STEP)
    const shown = reviews.filter(({ state }) => state === 'approved')
    return { result: reviews.length, changedProductIds: shown.map(({ product_id: id }) => id) }
  })

type RowsOfAddress = [table: keyof Database, column: string, value: string]

/** Lists rows that contain the address of an account, or its hash. */
function listRowsOfAddress({ env }: Deps, { email }: UserRow): RowsOfAddress[] {
  const rows: RowsOfAddress[] = [
    ['contact_message', 'email', email],
    ['known_device', 'email_hash', hashToken(email)],
  ]
  return email === env.MAIL_TO ? rows : [...rows, ['outbox', 'recipient', email]]
}

/** Deletes the few rows that were added since. */
async function deleteRestOfAddress({ env }: Deps, db: Db, { email }: UserRow): Promise<void> {
  if (email !== env.MAIL_TO) await queries.deleteMails(db, email)
  await deleteContactMessages(db, email)
  await deleteInvitations(db, email)
  await deleteKnownDevices(db, hashToken(email))
}

/** Accounts whose rows are deleted together. */
const ACCOUNTS_PER_STEP = 20

/** Deletes accounts that have ended: unverified ones that have expired, and those whose deletion was interrupted. */
export const deleteEndedAccounts = (deps: Deps): Promise<void> =>
  runSteps(
    deps,
    async () => {
      const ids = await listEndedUserIds(deps.db, deps.now(), ACCOUNTS_PER_STEP)
      if (ids.length > 0) await deleteAccounts(deps, ids)
      return ids.length
    },
    ACCOUNTS_PER_STEP,
  )
