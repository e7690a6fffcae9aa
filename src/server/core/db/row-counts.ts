import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'

/** Returns the number of rows that a query without columns finds. */
export async function countRows<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { count } = await query
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface ChangingQuery {
  executeTakeFirst(): Promise<{ numUpdatedRows: bigint } | { numDeletedRows: bigint }>
}

/** Executes a query. @returns whether it has updated or deleted a row. */
export async function changesRows(query: ChangingQuery): Promise<boolean> {
  const result = await query.executeTakeFirst()
  return ('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows) > 0n
}
