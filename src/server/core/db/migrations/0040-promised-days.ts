import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The promised days were the milliseconds of midnight UTC. They are days such as `2026-11-21`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema.dropIndex('order_by_promise').execute()
  for (const name of ['promised_from', 'promised_to']) {
    const time = sql.ref(name)
    const day = isPostgres
      ? sql`to_char(to_timestamp(${time} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
      : sql`date(${time} / 1000, 'unixepoch')`
    await db.schema.alterTable('order').addColumn('day', 'text').execute()
    await sql`update "order" set day = ${day} where ${time} is not null`.execute(db)
    await db.schema.alterTable('order').dropColumn(name).execute()
    await db.schema.alterTable('order').renameColumn('day', name).execute()
  }
  await db.schema
    .createIndex('order_by_promise')
    .on('order')
    .column('promised_to')
    .where(sql<boolean>`state in ('placed', 'dispatched') and promised_to is not null`)
    .execute()
}
