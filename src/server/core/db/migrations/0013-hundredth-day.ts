import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Columns of foreign keys that had no index: a deletion in the table that they refer to read all rows of theirs. */
const FOREIGN_KEYS = {
  product_version_of_editor: ['product_version', 'editor_id'],
  content_version_of_editor: ['content_version', 'editor_id'],
  batch_of_editor: ['batch', 'editor_id'],
  launch_of_editor: ['launch', 'editor_id'],
  launch_item_of_editor: ['launch_item', 'editor_id'],
  audit_entry_of_actor: ['audit_entry', 'actor_id'],
  invitation_of_inviter: ['invitation', 'invited_by'],
  open_record_of_user: ['open_record', 'user_id'],
  cart_item_of_product: ['cart_item', 'product_id'],
  wishlist_item_of_product: ['wishlist_item', 'product_id'],
  former_slug_of_product: ['former_slug', 'product_id'],
} as const

/** What rows are deleted by when their time is over, or with the account of an address. */
const RETENTION = {
  session_by_end: ['session', 'expires_at'],
  session_by_last_use: ['session', 'last_seen_at'],
  mail_token_by_end: ['mail_token', 'expires_at'],
  invitation_by_end: ['invitation', 'expires_at'],
  invitation_of_email: ['invitation', 'email'],
  launch_link_by_end: ['launch_link', 'expires_at'],
  oidc_nonce_by_end: ['oidc_nonce', 'expires_at'],
  known_device_by_end: ['known_device', 'expires_at'],
  rate_limit_by_end: ['rate_limit', 'expires_at'],
  open_record_by_end: ['open_record', 'expires_at'],
  idempotency_by_time: ['idempotency', 'created_at'],
  outbox_by_time: ['outbox', 'created_at'],
  outbox_of_recipient: ['outbox', 'recipient'],
  stock_alert_by_time: ['stock_alert', 'sent_at'],
  contact_message_by_last_message: ['contact_message', 'last_message_at'],
  contact_message_of_email: ['contact_message', 'email'],
  order_by_time: ['order', 'placed_at'],
  batch_by_time: ['batch', 'created_at'],
  launch_of_batch: ['launch', 'batch_id'],
  product_version_by_time: ['product_version', 'saved_at', 'product_id', 'revision'],
  content_version_by_time: ['content_version', 'saved_at', 'record_id', 'revision'],
} as const

/**
 * What grows with use has the indexes by which it is deleted, orders outlive the account, and the audit log has
 * ids in place of names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await replaceIdempotencyKey(db)
  await keepOrders(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await db.schema
      .alterTable('wishlist_item')
      .alterColumn('price_paise', (col) => col.setDataType('bigint'))
      .execute()
  await db.schema.alterTable('user').addColumn('deleted_at', 'bigint').execute()
  await db.schema
    .alterTable('contact_message')
    .addColumn('last_message_at', 'bigint', (col) => col.notNull().defaultTo(0))
    .execute()
  await sql`update contact_message set last_message_at = coalesce(
    (select max(sent_at) from contact_reply where message_id = contact_message.id), created_at)`.execute(
    db,
  )
  for (const [name, [table, ...columns]] of Object.entries({ ...FOREIGN_KEYS, ...RETENTION }))
    await db.schema.createIndex(name).on(table).columns(columns).execute()
  await replaceNames(db)
}

/** The keys of a user are next to each other, so that they can be deleted with the account. */
async function replaceIdempotencyKey(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency_of_user')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('key', 'text', (col) => col.notNull())
    .addColumn('request_hash', 'text', (col) => col.notNull())
    .addColumn('status', 'integer', (col) => col.notNull())
    .addColumn('reply', 'text', (col) => col.notNull())
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .addPrimaryKeyConstraint('idempotency_of_user_once', ['user_id', 'key'])
    .execute()
  await sql`insert into idempotency_of_user (user_id, key, request_hash, status, reply, created_at)
    select user_id, key, request_hash, status, reply, created_at from idempotency`.execute(db)
  await db.schema.dropTable('idempotency').execute()
  await db.schema.alterTable('idempotency_of_user').renameTo('idempotency').execute()
}

/** SQLite changes a foreign key in a new table only. */
async function keepOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_kept')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('user_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addColumn('placed_at', 'bigint', (col) => col.notNull())
    .addColumn('total_paise', 'bigint', (col) => col.notNull())
    .addColumn('state', 'text')
    .addColumn('items', 'text')
    .execute()
  await sql`insert into order_kept (id, user_id, placed_at, total_paise, state, items)
    select id, user_id, placed_at, total_paise, state, items from "order"`.execute(db)
  await db.schema.dropTable('order').execute()
  await db.schema.alterTable('order_kept').renameTo('order').execute()
  await db.schema.createIndex('order_of_user').on('order').column('user_id').execute()
}

interface AuditEntry {
  id: string
  action: string
  subject: string
}

/** Entries that are in memory at once. */
const STEP = 500

/** Replaces names and addresses in the audit log by the ids of accounts, which name the person while there is one. */
async function replaceNames(db: Kysely<unknown>): Promise<void> {
  let after = ''
  for (;;) {
    const { rows } = await sql<AuditEntry>`select id, action, subject from audit_entry
      where id > ${after} order by id limit ${STEP}`.execute(db)
    for (const entry of rows) {
      const subject = await toNameless(db, entry)
      if (subject !== entry.subject)
        await sql`update audit_entry set subject = ${subject} where id = ${entry.id}`.execute(db)
    }
    after = rows.at(-1)?.id ?? ''
    if (rows.length < STEP) return
  }
}

const CUSTOMER = /the customer ([\da-f-]{36})$/
const REVIEW = /^(\w+) the review "(?:.*" of (?=.)|.*$)/s
const INVITATION = /^(Invited|Withdrew the invitation of|Accepted the invitation of) (\S+)/
const MEMBER = /^(Removed the second factor of|Ended the sessions of|Removed|Made) .* \((\S+)\)/s

async function toNameless(db: Kysely<unknown>, { action, subject }: AuditEntry): Promise<string> {
  if (action === 'customers') return subject.replace(CUSTOMER, 'the customer {customer:$1}')
  if (action === 'messages') return subject.replace(/^Replied to .*/s, 'Replied to a message')
  if (action === 'reviews')
    return subject.replace(
      REVIEW,
      (all, verb) => `${verb} a review${all.endsWith(' of ') ? ' of ' : ''}`,
    )
  const [all = '', did = '', email = ''] =
    action === 'staff' ? (INVITATION.exec(subject) ?? MEMBER.exec(subject) ?? []) : []
  if (all === '') return subject
  const { rows } = await sql<{ id: string }>`select id from "user"
    where email = ${email} and email_verified_at is not null`.execute(db)
  const person = rows[0] ? `{user:${rows[0].id}}` : 'a person without an account'
  return `${did} ${person}${subject.slice(all.length)}`
}
