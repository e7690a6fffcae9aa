import { type Kysely, PostgresAdapter, sql } from 'kysely'

const BIGINT = 'bigint'

/** Creates the tables of the first release: their rows are in `schema.ts` and `studio-schema.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db)
  await createStaff(db)
  await createCatalog(db)
  await createCartAndOrders(db)
  await createPublishing(db)
  await createOperations(db)
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('email', 'text', (col) => col.notNull())
    .addColumn('display_name', 'text', (col) => col.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('phone', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('gender', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('dob', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('photo_url', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('role', 'text', (col) => col.notNull().defaultTo('customer'))
    .addColumn('email_verified_at', BIGINT)
    .addColumn('google_sub', 'text')
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('updated_at', BIGINT, (col) => col.notNull())
    .addColumn('expires_at', BIGINT)
    .addUniqueConstraint('user_google_sub_once', ['google_sub'])
    .addCheckConstraint('user_role_known', sql`role in ('customer', 'editor', 'admin')`)
    .execute()
  // Unverified accounts may have the same email.
  await db.schema
    .createIndex('user_verified_email_once')
    .unique()
    .on('user')
    .column('email')
    .where(sql.ref('email_verified_at'), 'is not', null)
    .execute()
  await db.schema.createIndex('user_of_email').on('user').column('email').execute()
  await db.schema.createIndex('user_expiry').on('user').column('expires_at').execute()
  await db.schema.createIndex('user_by_role').on('user').column('role').execute()
  await db.schema
    .createTable('address')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('position', 'integer', (col) => col.notNull())
    .addColumn('address', 'text', (col) => col.notNull())
    .addColumn('city', 'text', (col) => col.notNull())
    .addColumn('state', 'text', (col) => col.notNull())
    .addColumn('pincode', 'text', (col) => col.notNull())
    .addColumn('country', 'text', (col) => col.notNull())
    .addColumn('is_default', 'integer', (col) => col.notNull().check(sql`is_default in (0, 1)`))
    .addUniqueConstraint('address_place_once', ['user_id', 'position'])
    .execute()
  await db.schema
    .createTable('session')
    .addColumn('token_hash', 'text', (col) => col.primaryKey())
    .addColumn('id', 'text', (col) => col.notNull().unique())
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('device', 'text', (col) => col.notNull())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('last_seen_at', BIGINT, (col) => col.notNull())
    .addColumn('expires_at', BIGINT, (col) => col.notNull())
    .execute()
  await db.schema.createIndex('session_of_user').on('session').column('user_id').execute()
  await db.schema
    .createTable('mail_token')
    .addColumn('token_hash', 'text', (col) => col.primaryKey())
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (col) =>
      col.notNull().check(sql`purpose in ('verify-email', 'reset-password')`),
    )
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('expires_at', BIGINT, (col) => col.notNull())
    .addColumn('used_at', BIGINT)
    .execute()
  await db.schema.createIndex('mail_token_of_user').on('mail_token').column('user_id').execute()
  await db.schema
    .createTable('oidc_nonce')
    .addColumn('nonce_hash', 'text', (col) => col.primaryKey())
    .addColumn('expires_at', BIGINT, (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('known_device')
    .addColumn('email_hash', 'text', (col) => col.notNull())
    .addColumn('token_hash', 'text', (col) => col.notNull())
    .addColumn('expires_at', BIGINT, (col) => col.notNull())
    .addPrimaryKeyConstraint('known_device_once', ['email_hash', 'token_hash'])
    .execute()
}

async function createStaff(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_entry')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('at', BIGINT, (col) => col.notNull())
    .addColumn('actor_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addColumn('action', 'text', (col) => col.notNull())
    .addColumn('subject', 'text', (col) => col.notNull())
    .execute()
  await db.schema
    .createIndex('audit_entry_by_time')
    .on('audit_entry')
    .columns(['at', 'id'])
    .execute()
  await db.schema
    .createTable('invitation')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('token_hash', 'text', (col) => col.notNull().unique())
    .addColumn('email', 'text', (col) => col.notNull())
    .addColumn('role', 'text', (col) => col.notNull().check(sql`role in ('editor', 'admin')`))
    .addColumn('invited_by', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('expires_at', BIGINT, (col) => col.notNull())
    .addColumn('used_at', BIGINT)
    .execute()
  await db.schema
    .createTable('second_factor')
    .addColumn('user_id', 'text', (col) =>
      col.primaryKey().references('user.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (col) => col.notNull())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('confirmed_at', BIGINT)
    .addColumn('last_step', BIGINT, (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('recovery_code')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (col) => col.notNull())
    .addPrimaryKeyConstraint('recovery_code_once', ['user_id', 'code_hash'])
    .execute()
}

async function createCatalog(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('product')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('slug', 'text', (col) => col.notNull())
    .addColumn('title', 'text', (col) => col.notNull())
    .addColumn('category', 'text', (col) => col.notNull())
    .addColumn('price_paise', BIGINT, (col) => col.notNull().check(sql`price_paise > 0`))
    .addColumn('list_price_paise', BIGINT, (col) => col.notNull())
    .addColumn('stock', 'integer', (col) => col.notNull().check(sql`stock >= 0`))
    .addColumn('rating', 'double precision')
    .addColumn('review_count', 'integer', (col) => col.notNull())
    .addColumn('published_at', BIGINT, (col) => col.notNull())
    .addColumn('updated_at', BIGINT, (col) => col.notNull())
    .addColumn('archived_at', BIGINT)
    .addColumn('position', 'integer', (col) => col.notNull())
    .addColumn('detail', 'text', (col) => col.notNull())
    .addColumn('revision', 'integer', (col) => col.notNull().defaultTo(1))
    .addUniqueConstraint('product_slug_once', ['slug'])
    .addCheckConstraint('product_list_price_not_below', sql`list_price_paise >= price_paise`)
    .execute()
  // PostgreSQL would parse the whole `detail` of every product to find related products that are gone.
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`alter table product add column related json not null
      generated always as (coalesce(detail::json -> 'related', '[]'::json)) stored`.execute(db)
  await db.schema
    .createIndex('product_of_category')
    .on('product')
    .columns(['category', 'position'])
    .execute()
  await db.schema
    .createTable('product_version')
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (col) => col.notNull())
    .addColumn('action', 'text', (col) =>
      col.notNull().check(sql`action in ('create', 'update', 'archive', 'restore')`),
    )
    .addColumn('editor_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addColumn('saved_at', BIGINT, (col) => col.notNull())
    .addColumn('entry', 'text', (col) => col.notNull())
    .addColumn('batch_id', 'text')
    .addColumn('archived', 'integer', (col) => col.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('product_version_once', ['product_id', 'revision'])
    .execute()
  await db.schema
    .createIndex('product_version_by_batch')
    .on('product_version')
    .column('batch_id')
    .execute()
  await db.schema
    .createTable('former_slug')
    .addColumn('slug', 'text', (col) => col.primaryKey())
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createTable('picture')
    .addColumn('hash', 'text', (col) => col.primaryKey())
    .addColumn('width', 'integer', (col) => col.notNull())
    .addColumn('height', 'integer', (col) => col.notNull())
    .addColumn('format', 'text', (col) => col.notNull())
    .addColumn('placeholder', 'text', (col) => col.notNull())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('product_picture')
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (col) => col.notNull())
    .addColumn('picture_hash', 'text', (col) => col.notNull().references('picture.hash'))
    .addColumn('alt', 'text', (col) => col.notNull())
    .addColumn('focus_x', 'integer', (col) => col.notNull().defaultTo(50))
    .addColumn('focus_y', 'integer', (col) => col.notNull().defaultTo(50))
    .addPrimaryKeyConstraint('product_picture_place', ['product_id', 'position'])
    .execute()
  await db.schema
    .createIndex('product_picture_by_picture')
    .on('product_picture')
    .column('picture_hash')
    .execute()
}

async function createCartAndOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cart_item')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('variant', 'text', (col) => col.notNull())
    .addColumn('quantity', 'integer', (col) => col.notNull().check(sql`quantity > 0`))
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addUniqueConstraint('cart_item_once_per_variant', ['user_id', 'product_id', 'variant'])
    .execute()
  await db.schema
    .createTable('cart_gift')
    .addColumn('user_id', 'text', (col) =>
      col.primaryKey().references('user.id').onDelete('cascade'),
    )
    .addColumn('wrap', 'integer', (col) => col.notNull())
    .addColumn('note', 'text', (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('wishlist_item')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('price_paise', 'integer')
    .addColumn('saved_line', 'text')
    .addPrimaryKeyConstraint('wishlist_item_once', ['user_id', 'product_id'])
    .execute()
  await db.schema
    .createTable('wishlist_share')
    .addColumn('user_id', 'text', (col) =>
      col.primaryKey().references('user.id').onDelete('cascade'),
    )
    .addColumn('token', 'text', (col) => col.notNull().unique())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('stock_alert')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('sent_at', BIGINT)
    .addColumn('token_hash', 'text')
    .addPrimaryKeyConstraint('stock_alert_once', ['user_id', 'product_id'])
    .execute()
  await db.schema
    .createIndex('stock_alert_of_product')
    .on('stock_alert')
    .columns(['product_id', 'sent_at'])
    .execute()
  await db.schema
    .createIndex('stock_alert_of_token')
    .unique()
    .on('stock_alert')
    .column('token_hash')
    .execute()
  await db.schema
    .createTable('order')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('placed_at', BIGINT, (col) => col.notNull())
    .addColumn('total_paise', BIGINT, (col) => col.notNull())
    .addColumn('state', 'text')
    .addColumn('items', 'text')
    .execute()
  await db.schema.createIndex('order_of_user').on('order').column('user_id').execute()
  await db.schema
    .createTable('idempotency')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('key', 'text', (col) => col.notNull())
    .addColumn('request_hash', 'text', (col) => col.notNull())
    .addColumn('status', 'integer', (col) => col.notNull())
    .addColumn('reply', 'text', (col) => col.notNull())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    // The shop's keys begin with their time: new ones are next to each other on the disk, so that a
    // commit of many requests writes few pages.
    .addPrimaryKeyConstraint('idempotency_once', ['key', 'user_id'])
    .execute()
}

/** What editors change, and what of it is live. */
async function createPublishing(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('publish_request')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('product_id', 'text')
    .addColumn('editor_id', 'text')
    .addColumn('summary', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('accepted_products', 'integer')
    .execute()
  await db.schema
    .createIndex('publish_request_by_product')
    .on('publish_request')
    .column('product_id')
    .execute()
  await db.schema
    .createTable('publish_result')
    .addColumn('id', 'integer', (col) => col.primaryKey().check(sql`id = 1`))
    .addColumn('release', 'text', (col) => col.notNull())
    .addColumn('published_at', BIGINT)
    .addColumn('error', 'text', (col) => col.notNull())
    .addColumn('pinned', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('pages_done', 'integer', (col) => col.notNull().defaultTo(0))
    .addColumn('pages_total', 'integer', (col) => col.notNull().defaultTo(0))
    .addColumn('started_at', BIGINT)
    .addColumn('live_products', 'integer')
    .addColumn('refused_products', 'integer')
    .execute()
  await sql`insert into publish_result (id, release, published_at, error)
    values (1, '', null, '')`.execute(db)
  await db.schema
    .createTable('release')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('published_at', BIGINT, (col) => col.notNull())
    .addColumn('products', 'integer', (col) => col.notNull())
    .addColumn('pages', 'integer', (col) => col.notNull())
    .addColumn('rendered', 'integer', (col) => col.notNull())
    .addColumn('bytes', BIGINT, (col) => col.notNull())
    .addColumn('changes', 'text', (col) => col.notNull())
    .addColumn('kept', 'integer', (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('scheduled_change')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('change', 'text', (col) => col.notNull())
    .addColumn('due_at', BIGINT, (col) => col.notNull())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('editor_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addColumn('applied_at', BIGINT)
    .addColumn('error', 'text', (col) => col.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('scheduled_change_by_time')
    .on('scheduled_change')
    .columns(['applied_at', 'due_at'])
    .execute()
  await db.schema
    .createTable('batch')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('summary', 'text', (col) => col.notNull())
    .addColumn('editor_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('undone_at', BIGINT)
    .execute()
  await db.schema
    .createTable('presence')
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('since', BIGINT, (col) => col.notNull())
    .addColumn('expires_at', BIGINT, (col) => col.notNull())
    .addPrimaryKeyConstraint('presence_once', ['product_id', 'user_id'])
    .execute()
}

/** Mail, messages, counters and settings. */
async function createOperations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('recipient', 'text', (col) => col.notNull())
    .addColumn('subject', 'text', (col) => col.notNull())
    .addColumn('text', 'text', (col) => col.notNull())
    .addColumn('html', 'text', (col) => col.notNull())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('due_at', BIGINT)
    .addColumn('attempts', 'integer', (col) => col.notNull().defaultTo(0))
    .addColumn('sent_at', BIGINT)
    .addColumn('last_error', 'text')
    .addColumn('user_id', 'text', (col) => col.references('user.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('outbox_due').on('outbox').column('due_at').execute()
  await db.schema.createIndex('outbox_of_user').on('outbox').column('user_id').execute()
  await db.schema
    .createTable('contact_message')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('topic', 'text', (col) => col.notNull())
    .addColumn('first_name', 'text', (col) => col.notNull())
    .addColumn('last_name', 'text', (col) => col.notNull())
    .addColumn('email', 'text', (col) => col.notNull())
    .addColumn('company', 'text', (col) => col.notNull())
    .addColumn('message', 'text', (col) => col.notNull())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addColumn('state', 'text', (col) => col.notNull().defaultTo('new'))
    .execute()
  await db.schema
    .createIndex('contact_message_by_time')
    .on('contact_message')
    .columns(['created_at', 'id'])
    .execute()
  await db.schema
    .createTable('page_view_count')
    .addColumn('day', 'text', (col) => col.notNull())
    .addColumn('path', 'text', (col) => col.notNull())
    .addColumn('views', 'integer', (col) => col.notNull())
    .addPrimaryKeyConstraint('page_view_count_once', ['day', 'path'])
    .execute()
  await db.schema
    .createTable('rate_limit')
    .addColumn('key', 'text', (col) => col.primaryKey())
    .addColumn('count', 'integer', (col) => col.notNull())
    .addColumn('expires_at', BIGINT, (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (col) => col.primaryKey())
    .addColumn('value', BIGINT, (col) => col.notNull())
    .execute()
}
