import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../db/queries.ts'
import type { Database, Db } from '../db/schema.ts'
import { STEP_ROWS } from './steps.ts'

type Table = keyof Database
type Condition = RawBuilder<unknown>

/**
 * Selects rows with a condition, as many as a step has, by their place in the table, which needs no key. Skips rows
 * that another transaction of PostgreSQL has locked, because their values may change.
 */
function someRows(db: Db, table: Table, condition: Condition): Condition {
  const rest = sql`from ${sql.table(table)} where ${condition} limit ${STEP_ROWS}`
  return isPostgres(db)
    ? sql`ctid = any(array(select ctid ${rest} for update skip locked))`
    : sql`rowid in (select rowid ${rest})`
}

/** Deletes the rows of one step that meet a condition. @returns their number. */
export async function deleteSome(db: Db, table: Table, condition: Condition): Promise<number> {
  const rows = someRows(db, table, condition)
  const result = await sql`delete from ${sql.table(table)} where ${rows}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes the first rows whose column is below a value. @returns their number. */
export const deleteRowsBelow = (
  db: Db,
  table: Table,
  column: string,
  value: number | string,
): Promise<number> =>
  deleteSome(db, table, sql`${sql.ref(column)} < ${value} order by ${sql.ref(column)}`)

/** Deletes the rows of one step whose column has one of these values. @returns their number. */
export const deleteRowsWith = (
  db: Db,
  table: Table,
  column: string,
  values: string[],
): Promise<number> => deleteSome(db, table, sql`${sql.ref(column)} in (${sql.join(values)})`)

/** Clears a column in the rows of one step where it has one of these values. @returns their number. */
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
