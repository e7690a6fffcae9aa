import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Engine } from '#src/server/core/db/open-database.ts'
import { RETENTION } from '#src/server/jobs/retention-table.ts'
import { ACCOUNT_ROWS } from '#src/server/shop/account/account-rows.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { listTables } from '#tests/helpers/tables.ts'

interface ForeignKey {
  table: string
  /** In their order, with commas. */
  columns: string
  parent: string
  /** Whether a deletion of what it refers to empties the column, in place of deleting the row. */
  isKept: boolean | number
}

interface Index {
  table: string
  columns: string
}

const FOREIGN_KEYS = {
  sqlite: sql<ForeignKey>`select name as "table", "table" as parent,
      on_delete = 'SET NULL' as "isKept",
      (select group_concat("from") from pragma_foreign_key_list(sqlite_master.name) as part
        where part.id = key.id) as columns
    from sqlite_master, pragma_foreign_key_list(sqlite_master.name) as key
    where type = 'table' and key.seq = 0 order by 1, 3`,
  postgres: sql<ForeignKey>`select child.relname as "table", parent.relname as parent,
      confdeltype = 'n' as "isKept",
      (select string_agg(attname, ',' order by place) from unnest(conkey) with ordinality as part (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number) as columns
    from pg_constraint join pg_class as child on child.oid = conrelid
    join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 3`,
}

const INDEXES = {
  sqlite: sql<Index>`select sqlite_master.name as "table",
      (select group_concat(name) from (select name from pragma_index_xinfo("index".name)
        where key = 1 order by seqno)) as columns
    from sqlite_master, pragma_index_list(sqlite_master.name) as "index"
    where type = 'table' and partial = 0`,
  postgres: sql<Index>`select relname as "table",
      (select string_agg(attname, ',' order by place) from unnest(indkey) with ordinality as part (number, place)
        join pg_attribute on attrelid = indrelid and attnum = number) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema()::regnamespace and indpred is null`,
} satisfies Record<Engine, unknown>

const test = base.extend('schema', async ({ shop }) => {
  const { db, engine } = shop.deps
  const indexes = (await INDEXES[engine].execute(db)).rows
  return {
    foreignKeys: (await FOREIGN_KEYS[engine].execute(db)).rows,
    /** Whether an index of the table begins with these columns. */
    hasIndex: (table: string, columns: string) =>
      indexes.some(
        (index) => index.table === table && `${index.columns},`.startsWith(`${columns},`),
      ),
  }
})

test('every foreign key has an index that begins with its columns', ({ schema }) => {
  const { foreignKeys, hasIndex } = schema
  expect(foreignKeys.length).toBeGreaterThan(30)
  expect(foreignKeys.filter(({ table, columns }) => !hasIndex(table, columns))).toEqual([])
})

test('the deletion of an account does with each row what the foreign key would do', ({
  schema,
}) => {
  const references = schema.foreignKeys.flatMap(({ table, columns, parent, isKept }) =>
    parent === 'user' ? `${table}.${columns} ${isKept ? 'is kept' : 'is deleted'}` : [],
  )
  const known = ACCOUNT_ROWS.map(
    ({ table, column, deletion }) =>
      `${table}.${column} ${deletion === 'keep' ? 'is kept' : 'is deleted'}`,
  )
  expect(known.toSorted()).toEqual(references.toSorted())
})

test('every table has a rule of retention with an index, or a reason', async ({ shop, schema }) => {
  const names = (await listTables(shop)).map(({ name }) => name)
  expect(Object.keys(RETENTION).toSorted()).toEqual(names.toSorted())
  for (const [table, { kept, reason, rules = [] }] of Object.entries(RETENTION)) {
    expect(reason, table).toMatch(/^[A-Z].*\.$/)
    expect(kept === undefined, table).toBe(rules.length > 0)
    for (const { column } of rules)
      expect([table, column, schema.hasIndex(table, column)]).toEqual([table, column, true])
  }
})

/** Columns with a number that may be large: amounts of money, times, sizes in bytes. */
const LARGE = /(?:_paise|_at|^at|^since|^bytes|^value)$/

test('amounts, times and sizes fit their columns', async ({ shop }) => {
  const columns = (await listTables(shop)).flatMap(({ name, columns }) =>
    columns.flatMap((column) => (LARGE.test(column.name) ? [{ table: name, ...column }] : [])),
  )
  expect(columns.length).toBeGreaterThan(40)
  // SQLite stores every integer in as many bytes as it needs.
  const types = shop.deps.engine === 'sqlite' ? ['bigint', 'INTEGER', 'integer'] : ['int8']
  expect(columns.filter(({ dataType }) => !types.includes(dataType))).toEqual([])
  expect(columns.filter(({ name }) => name.endsWith('_paise')).length).toBe(15)
})
