import type { Kysely } from 'kysely'

/** Launches with their drafts, and the links to their previews. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('launch')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('name', 'text', (col) => col.notNull())
    .addColumn('starts_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('published_at', 'bigint')
    .addColumn('undone_at', 'bigint')
    .addColumn('batch_id', 'text')
    .addColumn('message', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('revision', 'integer', (col) => col.notNull().defaultTo(1))
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .addColumn('editor_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .execute()
  await db.schema
    .createTable('launch_item')
    .addColumn('launch_id', 'text', (col) =>
      col.notNull().references('launch.id').onDelete('cascade'),
    )
    .addColumn('record_id', 'text', (col) => col.notNull())
    .addColumn('body', 'text', (col) => col.notNull())
    .addColumn('based_on', 'integer', (col) => col.notNull())
    .addColumn('revision', 'integer', (col) => col.notNull())
    .addColumn('saved_at', 'bigint', (col) => col.notNull())
    .addColumn('editor_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addPrimaryKeyConstraint('launch_item_once', ['launch_id', 'record_id'])
    .execute()
  await db.schema
    .createIndex('launch_item_by_record')
    .on('launch_item')
    .column('record_id')
    .execute()
  await db.schema
    .createTable('launch_link')
    .addColumn('token_hash', 'text', (col) => col.primaryKey())
    .addColumn('launch_id', 'text', (col) => col.notNull())
    .addColumn('expires_at', 'bigint', (col) => col.notNull())
    .execute()
  await db.schema
    .createIndex('launch_link_by_launch')
    .on('launch_link')
    .column('launch_id')
    .execute()
}
