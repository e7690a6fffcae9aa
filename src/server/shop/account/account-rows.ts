import type { Database } from '../../core/db/schema.ts'

interface AccountRows {
  table: keyof Database
  /** The column that refers to the account. */
  column: string
  /**
   * What becomes of the rows: those that an account may have any number of are deleted in steps, those with a bound go
   * with the row of the account, and others stay without it.
   */
  how: 'delete' | 'with-account' | 'keep'
}

/** Every column that refers to an account: a test compares them with the foreign keys. */
export const ACCOUNT_ROWS: readonly AccountRows[] = [
  { table: 'session', column: 'user_id', how: 'delete' },
  { table: 'idempotency', column: 'user_id', how: 'delete' },
  { table: 'mail_token', column: 'user_id', how: 'delete' },
  { table: 'outbox', column: 'user_id', how: 'delete' },
  { table: 'open_record', column: 'user_id', how: 'delete' },
  { table: 'wishlist_share', column: 'user_id', how: 'delete' },
  { table: 'wishlist_item', column: 'user_id', how: 'delete' },
  { table: 'stock_alert', column: 'user_id', how: 'delete' },
  // The books need them.
  { table: 'order', column: 'user_id', how: 'keep' },
  { table: 'order_event', column: 'actor_id', how: 'keep' },
  // What a member of the staff made or did.
  { table: 'product_version', column: 'editor_id', how: 'keep' },
  { table: 'content_version', column: 'editor_id', how: 'keep' },
  { table: 'batch', column: 'editor_id', how: 'keep' },
  { table: 'launch', column: 'editor_id', how: 'keep' },
  { table: 'launch_item', column: 'editor_id', how: 'keep' },
  { table: 'audit_entry', column: 'actor_id', how: 'keep' },
  { table: 'invitation', column: 'invited_by', how: 'keep' },
  // 20, 100, 1, 1 and 10 at most.
  { table: 'address', column: 'user_id', how: 'with-account' },
  { table: 'cart_item', column: 'user_id', how: 'with-account' },
  { table: 'cart_gift', column: 'user_id', how: 'with-account' },
  { table: 'second_factor', column: 'user_id', how: 'with-account' },
  { table: 'recovery_code', column: 'user_id', how: 'with-account' },
  // Those of an account with a verified address are deleted before, with the publish of what showed them.
  { table: 'review', column: 'user_id', how: 'with-account' },
]
