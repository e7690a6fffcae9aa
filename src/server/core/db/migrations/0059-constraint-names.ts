import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Tables that were made under another name, by the first part of the names of their constraints. */
const TABLES = {
  order_kept: 'order',
  idempotency_of_user: 'idempotency',
  stock_of_variant: 'stock',
  hold_of_variant: 'stock_hold',
  cart_of_variants: 'cart_item',
  alert_of_variant: 'stock_alert',
}

/**
 * Names constraints after their tables, as in `schema.sql`, so that later migrations can name them. SQLite cannot rename
 * them, and uses no names. Kysely's lock of migrations is no longer used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('kysely_migration_lock').ifExists().execute()
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const [former, table] of Object.entries(TABLES)) {
    const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
      where conrelid = ${`"${table}"`}::regclass and starts_with(conname, ${`${former}_`})`.execute(
      db,
    )
    for (const { name } of rows)
      await sql`alter table ${sql.table(table)}
        rename constraint ${sql.ref(name)} to ${sql.ref(name.replace(former, table))}`.execute(db)
  }
}
