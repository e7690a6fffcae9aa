import { deleteExpiredUser, listExpiredUserIds } from '../auth/user-queries.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { clearColumnWith, deleteRowsWith } from './queries.ts'
import { runSteps } from './steps.ts'

type Reference = readonly [table: keyof Database, column: string]

/** Rows of an account that may be any number, and that no page of the shop shows. They are deleted before it. */
const GROWING_ROWS: readonly Reference[] = [
  // First: nobody acts for the account while it is deleted.
  ['session', 'user_id'],
  ['idempotency', 'user_id'],
  ['mail_token', 'user_id'],
  ['outbox', 'user_id'],
  ['open_record', 'user_id'],
]

/** Rows that stay without the member of the staff who made them. */
const ROWS_OF_STAFF: readonly Reference[] = [
  ['product_version', 'editor_id'],
  ['content_version', 'editor_id'],
  ['batch', 'editor_id'],
  ['launch', 'editor_id'],
  ['launch_item', 'editor_id'],
  ['audit_entry', 'actor_id'],
  ['invitation', 'invited_by'],
]

/** Rows that are deleted with an account, or lose it, in one statement: each has a bound. */
const BOUNDED_ROWS: readonly Reference[] = [
  // At most 20, 100, 1, 1, 1 and 10.
  ['address', 'user_id'],
  ['cart_item', 'user_id'],
  ['cart_gift', 'user_id'],
  ['wishlist_share', 'user_id'],
  ['second_factor', 'user_id'],
  ['recovery_code', 'user_id'],
  // One for each product, or choice of one.
  ['wishlist_item', 'user_id'],
  ['stock_alert', 'user_id'],
  ['review', 'user_id'],
  // What a person buys.
  ['order', 'user_id'],
]

/** Every column that refers to an account, e.g. `session.user_id`: a test compares them with the foreign keys. */
export const ROWS_OF_ACCOUNTS: readonly string[] = [
  ...GROWING_ROWS,
  ...ROWS_OF_STAFF,
  ...BOUNDED_ROWS,
].map((reference) => reference.join('.'))

/** Deletes, in steps, what accounts have any number of, so that deleting the accounts themselves is short. */
export async function deleteGrowingRows(deps: Deps, userIds: string[]): Promise<void> {
  for (const [table, column] of GROWING_ROWS)
    await runSteps(deps, () => deleteRowsWith(deps.db, table, column, userIds))
  for (const [table, column] of ROWS_OF_STAFF)
    await runSteps(deps, () => clearColumnWith(deps.db, table, column, userIds))
}

/** Accounts whose rows are deleted together. */
const ACCOUNTS_PER_STEP = 20

/** Deletes the accounts whose email was not verified in time. */
export async function deleteExpiredAccounts(deps: Deps): Promise<void> {
  const time = deps.now()
  await runSteps(
    deps,
    async () => {
      const ids = await listExpiredUserIds(deps.db, time, ACCOUNTS_PER_STEP)
      if (ids.length === 0) return 0
      await deleteGrowingRows(deps, ids)
      for (const id of ids) await deleteExpiredUser(deps.db, id, time)
      return ids.length
    },
    ACCOUNTS_PER_STEP,
  )
}
