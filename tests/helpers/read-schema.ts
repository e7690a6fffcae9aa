import { type RawBuilder, sql } from 'kysely'
import type { OpenDatabase } from '#src/server/core/db/open-database.ts'

/** The schema of SQLite, without its checks and conditions, which are only in its statements. */
const SQLITE: RawBuilder<unknown>[] = [
  // It has one type of integers.
  sql`select "table".name, "column".name as "column", replace(lower("column".type), 'bigint', 'integer') as type,
      "notnull", dflt_value, pk, hidden
    from sqlite_master as "table", pragma_table_xinfo("table".name) as "column"
    where "table".type = 'table' order by 1, cid`,
  sql`select name, wr, strict from pragma_table_list where schema = 'main' order by name`,
  sql`select "table".name, "index"."unique", origin, partial, seqno, "column".name as "column"
    from sqlite_master as "table", pragma_index_list("table".name) as "index",
    pragma_index_xinfo("index".name) as "column"
    where "table".type = 'table' and key = 1 order by 1, origin, "index"."unique", "index".name, seqno`,
  sql`select sqlite_master.name, "from", "table", "to", on_delete, on_update
    from sqlite_master, pragma_foreign_key_list(sqlite_master.name) where type = 'table' order by 1, 2`,
]

const POSTGRES: RawBuilder<unknown>[] = [
  sql`select table_name, column_name, data_type, is_nullable, column_default, generation_expression
    from information_schema.columns where table_schema = current_schema() order by 1, ordinal_position`,
  sql`select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace order by 1, 2`,
  sql`select tablename, indexname, replace(indexdef, current_schema() || '.', '') as definition
    from pg_indexes where schemaname = current_schema() order by 1, 2`,
  sql`select tgrelid::regclass::text as name, tgname from pg_trigger
    where not tgisinternal and tgrelid in (select oid from pg_class
      where relnamespace = current_schema()::regnamespace) order by 1, 2`,
]

/** One form of SQL that differs in quotes, letters and spaces. */
const normalise = (text: string): string =>
  text.toLowerCase().replaceAll('"', '').replaceAll(/\s+/g, ' ')

/** Tables with columns in their order, indexes, constraints and triggers. Names of constraints are not those of SQLite. */
export async function readSchema({ db, engine }: OpenDatabase): Promise<unknown[]> {
  const parts: unknown[] = []
  for (const query of engine === 'sqlite' ? SQLITE : POSTGRES)
    parts.push((await query.execute(db)).rows)
  if (engine === 'sqlite') parts.push(await readSqliteTexts(db))
  return parts
}

async function readSqliteTexts(db: OpenDatabase['db']): Promise<unknown[]> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master where sql is not null order by type, name`.execute(db)
  return rows.map(({ type, name, sql: text }) => {
    const checks = normalise(text).match(/check \((?:[^()]|\([^()]*\))*\)/g)
    return { type, name, parts: type === 'table' ? checks?.sort() : normalise(text) }
  })
}
