import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import type { Database, Db } from './schema.ts'

/** Stands for a parameter while a query is compiled. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/**
 * Makes a query that Kysely builds and compiles on its first use only; a call binds the parameters.
 * For the statements of the most frequent calls: building one takes longer than running it.
 *
 *     const findLine = compileOnce((db, { id }: { id: string }) => selectLine(db).where('id', '=', id))
 *     const { rows } = await findLine(db, { id: 'a' })
 *
 * @param build must use the parameters as values only, because it gets placeholders.
 */
export function compileOnce<Params extends object, Row>(
  build: (db: Kysely<Database>, params: Params) => Compilable<Row>,
): (db: Db, params: Params) => Promise<QueryResult<Row>> {
  /** Keyed by the class of the adapter, because each engine has its own SQL. */
  const compiled = new Map<unknown, CompiledQuery<Row>>()
  const placeholders = new Proxy({} as Params, {
    get: (_target, name) => new Placeholder(String(name)),
  })
  return (db, params) => {
    const engine = db.getExecutor().adapter.constructor
    const query = compiled.get(engine) ?? build(db, placeholders).compile()
    compiled.set(engine, query)
    const values = params as Record<string, unknown>
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    )
    return db.executeQuery({ ...query, parameters })
  }
}

/** Does the same for a query with a list of values, which is compiled once for each length. */
export function compileByLength<Row>(
  build: (db: Kysely<Database>, values: string[]) => Compilable<Row>,
): (db: Db, values: readonly string[]) => Promise<QueryResult<Row>> {
  const byLength = new Map<number, ReturnType<typeof compileOnce<Record<string, string>, Row>>>()
  return (db, values) => {
    const names = values.map((_, index) => `value${index}`)
    const query =
      byLength.get(values.length) ??
      compileOnce<Record<string, string>, Row>((db, params) =>
        build(
          db,
          names.map((name) => params[name] as string),
        ),
      )
    byLength.set(values.length, query)
    return query(db, Object.fromEntries(values.map((value, index) => [`value${index}`, value])))
  }
}

/** A parameter of a row, while a query is compiled. */
class Cell {
  readonly index: number
  readonly column: string
  constructor(index: number, column: string) {
    this.index = index
    this.column = column
  }
}

/**
 * Does the same for rows of a table: the query is compiled once for each number of rows. To build the statements of
 * thousands of rows takes as long as to run them.
 * @param columns of the rows that are written.
 */
export function compileRows<Column extends string, Result>(
  columns: readonly Column[],
  build: (db: Kysely<Database>, rows: Record<Column, never>[]) => Compilable<Result>,
): (db: Db, rows: readonly Record<Column, unknown>[]) => Promise<QueryResult<Result>> {
  const compiled = new Map<string, CompiledQuery<Result>>()
  const compile = (db: Db, count: number) =>
    build(
      db,
      Array.from({ length: count }, (_, index) =>
        Object.fromEntries(columns.map((column) => [column, new Cell(index, column)])),
      ) as Record<Column, never>[],
    ).compile()
  return (db, rows) => {
    const key = `${db.getExecutor().adapter.constructor.name} ${rows.length}`
    const query = compiled.get(key) ?? compile(db, rows.length)
    compiled.set(key, query)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Cell ? rows[parameter.index]?.[parameter.column as Column] : parameter,
    )
    return db.executeQuery({ ...query, parameters })
  }
}
