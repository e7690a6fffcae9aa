import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Database } from '#src/server/core/db/schema.ts'
import type { TestApp } from '#tools/test-app.ts'

// How the database runs what a job asks of it: a statement that reads a whole table is cheap in a test and stops a
// shop that has grown.

export interface QueryPlan {
  sql: string
  /** The scans of tables, e.g. `SEARCH session USING INDEX session_by_end (expires_at<?)`. */
  steps: string[]
  /** The tables of which every row may be read, also in the order of an index. */
  scannedTables: string[]
}

/** Runs a job. @returns the statements that the shop's database ran meanwhile, each text once. */
export async function recordStatements(
  { statementListeners }: TestApp,
  job: () => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const statements = new Map<string, CompiledQuery>()
  const listener = (statement: CompiledQuery) => void statements.set(statement.sql, statement)
  statementListeners.add(listener)
  try {
    await job()
  } finally {
    statementListeners.delete(listener)
  }
  return [...statements.values()]
}

const HAS_PLAN = /^\s*(?:select|insert|update|delete|with)\b/i

/**
 * Explains statements without running them. On PostgreSQL it avoids scans of whole tables wherever it can, as it
 * would with large tables.
 */
export async function explainStatements(
  { deps: { db, engine } }: TestApp,
  statements: CompiledQuery[],
): Promise<QueryPlan[]> {
  const explained = statements.filter((statement) => HAS_PLAN.test(statement.sql))
  return db.connection().execute(async (connection) => {
    const plans: QueryPlan[] = []
    const explain = async <Row>(prefix: string, statement: CompiledQuery) => {
      const query = CompiledQuery.raw(prefix + statement.sql, [...statement.parameters])
      return (await connection.executeQuery<Row>(query)).rows
    }
    if (engine === 'sqlite') {
      for (const statement of explained) {
        const rows = await explain<{ detail: string }>('explain query plan ', statement)
        plans.push(toSqlitePlan(statement.sql, rows))
      }
      return plans
    }
    return planForLargeTables(connection, async () => {
      for (const statement of explained) {
        const [row] = await explain<PostgresRow>('explain (format json) ', statement)
        plans.push(toPostgresPlan(statement.sql, row))
      }
      return plans
    })
  })
}

/** Ways of PostgreSQL to read whole tables, which it prefers while they are small. */
const OF_SMALL_TABLES = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

async function planForLargeTables<T>(
  connection: Kysely<Database>,
  explain: () => Promise<T>,
): Promise<T> {
  for (const way of OF_SMALL_TABLES) await sql.raw(`set ${way} = off`).execute(connection)
  try {
    return await explain()
  } finally {
    for (const way of OF_SMALL_TABLES) await sql.raw(`reset ${way}`).execute(connection)
  }
}

/**
 * Runs a select again. @returns the rows that it reads on PostgreSQL, and on SQLite, which does not count them,
 * those that it returns.
 */
export async function countRowsRead(
  { deps: { db, engine } }: TestApp,
  { sql: text, parameters }: CompiledQuery,
): Promise<number> {
  if (engine === 'sqlite') {
    const count = CompiledQuery.raw(`select count(*) as count from (${text})`, [...parameters])
    const { rows } = await db.executeQuery<{ count: number }>(count as CompiledQuery<never>)
    return Number(rows[0]?.count)
  }
  return db.connection().execute((connection) =>
    planForLargeTables(connection, async () => {
      const analysis = `explain (analyze, timing off, format json) ${text}`
      const query = CompiledQuery.raw(analysis, [...parameters]) as CompiledQuery<PostgresRow>
      const [row] = (await connection.executeQuery(query)).rows
      return listNodes(row).reduce((sum, node) => sum + toRowsRead(node), 0)
    }),
  )
}

const toRowsRead = (node: PostgresNode): number => {
  if (node['Relation Name'] === undefined) return 0
  const rows = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'] as const
  return rows.reduce((sum, name) => sum + (node[name] ?? 0), 0) * (node['Actual Loops'] ?? 0)
}

/** Runs a job. @returns the plans of its statements that may read all rows of one of these tables. */
export async function findFullScans(
  shop: TestApp,
  tables: readonly string[],
  job: () => Promise<unknown>,
): Promise<QueryPlan[]> {
  const plans = await explainStatements(shop, await recordStatements(shop, job))
  return plans.filter(({ scannedTables }) => scannedTables.some((name) => tables.includes(name)))
}

/** The names of tables by their names in a statement, e.g. `v` in `from "product_version" as "v"`. */
function readAliases(statement: string): Map<string, string> {
  const aliases = statement.matchAll(/(?:from|join|update|into|,)\s+"?(\w+)"?\s+as\s+"?(\w+)"?/gi)
  return new Map([...aliases].map(([, table = '', alias = '']) => [alias, table]))
}

/** Partial indexes, whose rows are few: a statement that reads all of one does not read the table. */
const FEW_ROWS = /\b(?:outbox_failed|return_request_open|refund_waiting)\b/

function toSqlitePlan(statement: string, rows: { detail: string }[]): QueryPlan {
  const aliases = readAliases(statement)
  const steps = rows.map(({ detail }) => detail)
  const scanned = steps.flatMap((step) =>
    FEW_ROWS.test(step) ? [] : (/^SCAN (\w+)/.exec(step)?.[1] ?? []),
  )
  return { sql: statement, steps, scannedTables: scanned.map((name) => aliases.get(name) ?? name) }
}

interface PostgresNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  // The rows of each loop, once it was run.
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Actual Loops'?: number
  Plans?: PostgresNode[]
}
interface PostgresRow {
  'QUERY PLAN': { Plan: PostgresNode }[]
}

const listNodes = (row: PostgresRow | undefined): PostgresNode[] =>
  (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => withParts(Plan))

const withParts = (node: PostgresNode): PostgresNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(withParts),
]

function toPostgresPlan(statement: string, row: PostgresRow | undefined): QueryPlan {
  const scans = listNodes(row).filter(
    (node) => / Scan$/.test(node['Node Type']) && node['Relation Name'],
  )
  // The heap scan of a bitmap reads what the scan of its index has found.
  const isWhole = (node: PostgresNode) =>
    node['Node Type'] !== 'Bitmap Heap Scan' &&
    node['Node Type'] !== 'Tid Scan' &&
    !FEW_ROWS.test(node['Index Name'] ?? '') &&
    node['Index Cond'] === undefined
  return {
    sql: statement,
    steps: scans.map(
      (node) =>
        `${node['Node Type']} on ${node['Relation Name']} (${node['Index Cond'] ?? node.Filter ?? ''})`,
    ),
    scannedTables: scans.flatMap((node) => (isWhole(node) ? (node['Relation Name'] ?? []) : [])),
  }
}
