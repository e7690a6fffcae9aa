import { type Kysely, sql } from 'kysely'

/** Records of content with their versions. Open products and open records share one table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('content_record')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('body', 'text', (col) => col.notNull())
    .addColumn('revision', 'integer', (col) => col.notNull())
    .addColumn('updated_at', 'bigint', (col) => col.notNull())
    .addColumn('archived', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('content_version')
    .addColumn('record_id', 'text', (col) =>
      col.notNull().references('content_record.id').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (col) => col.notNull())
    .addColumn('action', 'text', (col) =>
      col.notNull().check(sql`action in ('create', 'update', 'archive', 'restore')`),
    )
    .addColumn('editor_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addColumn('saved_at', 'bigint', (col) => col.notNull())
    .addColumn('body', 'text', (col) => col.notNull())
    .addColumn('archived', 'integer', (col) => col.notNull().defaultTo(0))
    .addColumn('batch_id', 'text')
    .addPrimaryKeyConstraint('content_version_once', ['record_id', 'revision'])
    .execute()
  await db.schema
    .createIndex('content_version_by_batch')
    .on('content_version')
    .column('batch_id')
    .execute()
  await db.schema
    .createTable('open_record')
    .addColumn('record_id', 'text', (col) => col.notNull())
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('since', 'bigint', (col) => col.notNull())
    .addColumn('expires_at', 'bigint', (col) => col.notNull())
    .addPrimaryKeyConstraint('open_record_once', ['record_id', 'user_id'])
    .execute()
  await db.schema.dropTable('presence').execute()
}
