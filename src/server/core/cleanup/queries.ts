import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../db/queries.ts'
import type { Database, Db } from '../db/schema.ts'
import { STEP_ROWS } from './steps.ts'

type Table = keyof Database
type Condition = RawBuilder<unknown>

/**
 * Some of the rows with a condition, as many as a step has, by their place in the table, which needs no key. A row that
 * another transaction of PostgreSQL has locked is left to a later step: its values may change.
 */
function someRows(db: Db, table: Table, condition: Condition): Condition {
  const rest = sql`from ${sql.table(table)} where ${condition} limit ${STEP_ROWS}`
  return isPostgres(db)
    ? sql`ctid = any(array(select ctid ${rest} for update skip locked))`
    : sql`rowid in (select rowid ${rest})`
}

async function deleteSome(db: Db, table: Table, condition: Condition): Promise<number> {
  const rows = someRows(db, table, condition)
  const result = await sql`delete from ${sql.table(table)} where ${rows}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes the first of the rows whose column is below a value. @returns how many. */
export const deleteRowsBelow = (
  db: Db,
  table: Table,
  column: string,
  value: number | string,
): Promise<number> =>
  deleteSome(db, table, sql`${sql.ref(column)} < ${value} order by ${sql.ref(column)}`)

/** Deletes some of the rows whose column has one of these values. @returns how many. */
export const deleteRowsWith = (
  db: Db,
  table: Table,
  column: string,
  values: string[],
): Promise<number> => deleteSome(db, table, sql`${sql.ref(column)} in (${sql.join(values)})`)

/**
 * Deletes some of the rows with the address of an account, while there is the account: another process may have
 * deleted it meanwhile, and told so by mail, and a new account may have the address.
 * @returns how many.
 */
export const deleteRowsOfAddress = (
  db: Db,
  table: Table,
  column: string,
  value: string,
  userId: string,
): Promise<number> =>
  deleteSome(
    db,
    table,
    sql`${sql.ref(column)} = ${value}
      and exists (select 1 from ${sql.table('user')} where id = ${userId})`,
  )

/** Empties the column of some of the rows where it has one of these values. @returns how many. */
export async function clearColumnWith(
  db: Db,
  table: Table,
  column: string,
  values: string[],
): Promise<number> {
  const rows = someRows(db, table, sql`${sql.ref(column)} in (${sql.join(values)})`)
  const result = await sql`update ${sql.table(table)} set ${sql.ref(column)} = null
    where ${rows}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
