import { type Kysely, sql } from 'kysely'

const BIGINT = 'bigint'

/** Adds what the studio keeps: focal points, releases, schedules, presence, staff and their log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db)
  await createPublishing(db)
  await createStaff(db)
  await createIndexes(db)
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const column of ['focus_x', 'focus_y'])
    await db.schema
      .alterTable('product_picture')
      .addColumn(column, 'integer', (col) => col.notNull().defaultTo(50))
      .execute()
  await db.schema.alterTable('product_version').addColumn('batch_id', 'text').execute()
  await db.schema
    .alterTable('product_version')
    .addColumn('archived', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
  await sql`update product_version set archived = 1 where action = 'archive'`.execute(db)
  for (const column of ['product_id', 'editor_id'])
    await db.schema.alterTable('publish_request').addColumn(column, 'text').execute()
  await db.schema
    .alterTable('publish_request')
    .addColumn('summary', 'text', (col) => col.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('publish_result')
    .addColumn('pinned', 'text', (col) => col.notNull().defaultTo(''))
    .execute()
  for (const column of ['pages_done', 'pages_total'])
    await db.schema
      .alterTable('publish_result')
      .addColumn(column, 'integer', (col) => col.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('publish_result').addColumn('started_at', BIGINT).execute()
  await db.schema
    .alterTable('contact_message')
    .addColumn('state', 'text', (col) => col.notNull().defaultTo('new'))
    .execute()
}

async function createPublishing(db: Kysely<unknown>): Promise<void> {
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

/** Columns by which the studio's lists are filtered and sorted. */
const INDEXES: Record<string, [table: string, columns: string[]]> = {
  product_studio_list: [
    'product',
    [
      'position',
      'id',
      'title',
      'slug',
      'category',
      'price_paise',
      'list_price_paise',
      'stock',
      'archived_at',
      'updated_at',
    ],
  ],
  product_by_title: ['product', ['title', 'id']],
  product_by_price: ['product', ['price_paise', 'id']],
  product_by_stock: ['product', ['stock', 'id']],
  product_by_update: ['product', ['updated_at', 'id']],
  product_version_by_batch: ['product_version', ['batch_id']],
  publish_request_by_product: ['publish_request', ['product_id']],
  product_picture_by_picture: ['product_picture', ['picture_hash']],
  scheduled_change_by_time: ['scheduled_change', ['applied_at', 'due_at']],
  audit_entry_by_time: ['audit_entry', ['at', 'id']],
  contact_message_by_time: ['contact_message', ['created_at', 'id']],
  user_by_role: ['user', ['role']],
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, [table, columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute()
}
