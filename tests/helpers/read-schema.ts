import { type RawBuilder, sql } from 'kysely'
import type { OpenDatabase } from '#src/server/core/db/open-database.ts'

/** The schema of SQLite: checks and names of constraints are only in the statement that made a table. */
const SQLITE: RawBuilder<unknown>[] = [
  sql`select "table".name, "column".name as "column", "column".type, "notnull", dflt_value, pk, hidden
    from sqlite_master as "table", pragma_table_xinfo("table".name) as "column"
    where "table".type = 'table' order by 1, 2`,
  sql`select "table".name, "index"."unique", origin, partial, seqno, "column".name as "column"
    from sqlite_master as "table", pragma_index_list("table".name) as "index",
    pragma_index_xinfo("index".name) as "column"
    where "table".type = 'table' and key = 1 order by 1, origin, "index"."unique", "index".name, seqno`,
  sql`select sqlite_master.name, "from", "table", "to", on_delete, on_update
    from sqlite_master, pragma_foreign_key_list(sqlite_master.name) where type = 'table' order by 1, 2`,
  sql`select type, name, sql from sqlite_master where type in ('index', 'trigger', 'view') order by 1, 2`,
]

const POSTGRES: RawBuilder<unknown>[] = [
  sql`select table_name, column_name, data_type, is_nullable, column_default, generation_expression
    from information_schema.columns where table_schema = current_schema() order by 1, 2`,
  sql`select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace order by 1, 2`,
  sql`select tablename, indexname, replace(indexdef, current_schema() || '.', '') as definition
    from pg_indexes where schemaname = current_schema() order by 1, 2`,
  sql`select tgrelid::regclass::text as name, tgname from pg_trigger
    where not tgisinternal and tgrelid in (select oid from pg_class
      where relnamespace = current_schema()::regnamespace) order by 1, 2`,
]

/** Tables with columns, indexes, constraints and triggers, the order of columns aside. */
export async function readSchema({ db, engine }: OpenDatabase): Promise<unknown[]> {
  const parts: unknown[] = []
  for (const query of engine === 'sqlite' ? SQLITE : POSTGRES)
    parts.push((await query.execute(db)).rows)
  if (engine === 'sqlite') parts.push(await readSqliteConstraints(db))
  return parts
}

async function readSqliteConstraints(db: OpenDatabase['db']): Promise<unknown[]> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'table' and sql is not null order by name`.execute(
    db,
  )
  return rows.map((table) => ({
    name: table.name,
    constraints: table.sql
      .match(/(?:constraint "\w+" \w+|check \([^()]*(?:\([^()]*\))?\))/g)
      ?.sort(),
  }))
}
