import { CompiledQuery, sql } from 'kysely'
import type { TestApp } from './test-app.ts'

interface PostgresNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PostgresNode[]
}

const countOfNode = (node: PostgresNode): number => {
  const rows =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] === undefined ? 0 : rows * node['Actual Loops']
  return own + (node.Plans ?? []).reduce((sum, plan) => sum + countOfNode(plan), 0)
}

/**
 * Runs a select again. @returns the rows that it reads on PostgreSQL, and on SQLite, which does not count them,
 * those that it returns.
 */
export async function countRowsRead(
  { deps: { db, engine } }: TestApp,
  statement: CompiledQuery,
): Promise<number> {
  const run = <Row>(before: string, after: string) =>
    CompiledQuery.raw(`${before} ${statement.sql} ${after}`, [
      ...statement.parameters,
    ]) as CompiledQuery<Row>
  if (engine === 'sqlite') {
    const { rows } = await db.executeQuery(
      run<{ count: number }>('select count(*) as count from (', ')'),
    )
    return Number(rows[0]?.count)
  }
  return db.connection().execute(async (connection) => {
    await sql`set enable_seqscan = off`.execute(connection)
    const { rows } = await connection.executeQuery(
      run<{ 'QUERY PLAN': { Plan: PostgresNode }[] }>(
        'explain (analyze, timing off, format json)',
        '',
      ),
    )
    await sql`reset enable_seqscan`.execute(connection)
    return (rows[0]?.['QUERY PLAN'] ?? []).reduce((sum, { Plan }) => sum + countOfNode(Plan), 0)
  })
}
