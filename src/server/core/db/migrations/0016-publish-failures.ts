import type { Kysely } from 'kysely'

/** Publishes that failed: `publish_result` has the last one alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('publish_failure')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('began_at', 'bigint', (col) => col.notNull())
    .addColumn('failed_at', 'bigint', (col) => col.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('attempts', 'integer', (col) => col.notNull())
    .addColumn('message', 'text', (col) => col.notNull())
    .addColumn('detail', 'text', (col) => col.notNull())
    .addColumn('changes', 'text', (col) => col.notNull())
    .execute()
  await db.schema
    .createIndex('publish_failure_by_time')
    .on('publish_failure')
    .column('failed_at')
    .execute()
}
