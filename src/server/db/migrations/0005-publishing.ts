import { type Kysely, sql } from 'kysely'

const BIGINT = 'bigint'

/** Adds versions and history of products, addresses they had, and the queue of the publisher. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('product')
    .addColumn('revision', 'integer', (col) => col.notNull().defaultTo(1))
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
    .addPrimaryKeyConstraint('product_version_once', ['product_id', 'revision'])
    .execute()
  await db.schema
    .createTable('former_slug')
    .addColumn('slug', 'text', (col) => col.primaryKey())
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createTable('publish_request')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('created_at', BIGINT, (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('publish_result')
    .addColumn('id', 'integer', (col) => col.primaryKey().check(sql`id = 1`))
    .addColumn('release', 'text', (col) => col.notNull())
    .addColumn('published_at', BIGINT)
    .addColumn('error', 'text', (col) => col.notNull())
    .execute()
  await sql`insert into publish_result (id, release, published_at, error)
    values (1, '', null, '')`.execute(db)
}
