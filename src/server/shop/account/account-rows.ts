import type { Database } from '../../core/db/schema.ts'

interface AccountRows {
  table: keyof Database
  /** The column that refers to the account. */
  column: string
  /**
   * How the rows end: unbounded rows are deleted in steps, bounded rows are deleted with the
   * account's row, and other rows stay without the reference.
   */
  deletion: 'delete' | 'with-account' | 'keep'
}

/** All columns that refer to an account. A test compares them with the foreign keys. */
export const ACCOUNT_ROWS: readonly AccountRows[] = [
  { table: 'session', column: 'user_id', deletion: 'delete' },
  { table: 'idempotency', column: 'user_id', deletion: 'delete' },
  { table: 'mail_token', column: 'user_id', deletion: 'delete' },
  { table: 'outbox', column: 'user_id', deletion: 'delete' },
  { table: 'open_record', column: 'user_id', deletion: 'delete' },
  { table: 'wishlist_share', column: 'user_id', deletion: 'delete' },
  { table: 'wishlist_item', column: 'user_id', deletion: 'delete' },
  { table: 'stock_alert', column: 'user_id', deletion: 'delete' },
  // Required for accounting.
  { table: 'order', column: 'user_id', deletion: 'keep' },
  { table: 'order_event', column: 'actor_id', deletion: 'keep' },
  // Work of staff.
  { table: 'product_version', column: 'editor_id', deletion: 'keep' },
  { table: 'content_version', column: 'editor_id', deletion: 'keep' },
  { table: 'batch', column: 'editor_id', deletion: 'keep' },
  { table: 'launch', column: 'editor_id', deletion: 'keep' },
  { table: 'overlay', column: 'editor_id', deletion: 'keep' },
  { table: 'audit_entry', column: 'actor_id', deletion: 'keep' },
  { table: 'contact_message', column: 'owner_id', deletion: 'keep' },
  { table: 'invitation', column: 'invited_by', deletion: 'keep' },
  // At most 20, 100, 1, 1 and 10 rows.
  { table: 'address', column: 'user_id', deletion: 'with-account' },
  { table: 'cart_item', column: 'user_id', deletion: 'with-account' },
  { table: 'cart_gift', column: 'user_id', deletion: 'with-account' },
  { table: 'second_factor', column: 'user_id', deletion: 'with-account' },
  { table: 'recovery_code', column: 'user_id', deletion: 'with-account' },
  // Reviews of a verified account are deleted before, because pages that show them have to be published.
  { table: 'review', column: 'user_id', deletion: 'with-account' },
]
