import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Puts the key before the user in the primary key. The shop's keys begin with their time, so that new
 * ones are next to each other on the disk, and a commit of many requests writes few pages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table idempotency drop constraint idempotency_once,
      add constraint idempotency_once primary key (key, user_id)`.execute(db)
    return
  }
  await db.schema.alterTable('idempotency').renameTo('idempotency_by_user').execute()
  await db.schema
    .createTable('idempotency')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('key', 'text', (col) => col.notNull())
    .addColumn('request_hash', 'text', (col) => col.notNull())
    .addColumn('status', 'integer', (col) => col.notNull())
    .addColumn('reply', 'text', (col) => col.notNull())
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .addPrimaryKeyConstraint('idempotency_once', ['key', 'user_id'])

    .execute()
  await sql`insert into idempotency (user_id, key, request_hash, status, reply, created_at)
    select user_id, key, request_hash, status, reply, created_at from idempotency_by_user`.execute(
    db,
  )
  await db.schema.dropTable('idempotency_by_user').execute()
}
