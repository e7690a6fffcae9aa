import { type Kysely, sql } from 'kysely'

const BIGINT = 'bigint'

/** Creates the tables of accounts, catalogue, cart, wishlist, orders, mail and counters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await accounts(db)
  await catalogue(db)
  await cartAndOrders(db)
  await operations(db)
}

async function accounts(db: Kysely<unknown>): Promise<void> {
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
    .addUniqueConstraint('user_email_once', ['email'])
    .addUniqueConstraint('user_google_sub_once', ['google_sub'])
    .addCheckConstraint('user_role_known', sql`role in ('customer', 'editor', 'admin')`)
    .execute()
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
}

async function catalogue(db: Kysely<unknown>): Promise<void> {
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
    .addUniqueConstraint('product_slug_once', ['slug'])
    .addCheckConstraint('product_list_price_not_below', sql`list_price_paise >= price_paise`)
    .execute()
  await db.schema
    .createIndex('product_of_category')
    .on('product')
    .columns(['category', 'position'])
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
    .addPrimaryKeyConstraint('product_picture_place', ['product_id', 'position'])
    .execute()
}

async function cartAndOrders(db: Kysely<unknown>): Promise<void> {
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
    .createTable('wishlist_item')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .addPrimaryKeyConstraint('wishlist_item_once', ['user_id', 'product_id'])
    .execute()
  await db.schema
    .createTable('order')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('placed_at', BIGINT, (col) => col.notNull())
    .addColumn('total_paise', BIGINT, (col) => col.notNull())
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
    .addPrimaryKeyConstraint('idempotency_once', ['user_id', 'key'])
    .execute()
}

async function operations(db: Kysely<unknown>): Promise<void> {
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
    .execute()
  await db.schema.createIndex('outbox_due').on('outbox').column('due_at').execute()
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
    .execute()
  await db.schema
    .createTable('page_view')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('url', 'text', (col) => col.notNull())
    .addColumn('referrer', 'text')
    .addColumn('domain', 'text', (col) => col.notNull())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('counter')
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
