import { hash } from 'node:crypto'
import { DAY_MS } from '#src/rules/constants.ts'
import { compileRows } from '#src/server/core/db/compile-once.ts'
import type { Database } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { createRandom } from '#tools/random.ts'

/** Number of products for which the counts of the generators are given. */
const REFERENCE_PRODUCTS = 10_000
/** Up to 80 columns in a row, it keeps below SQLite's limit of 32,766 parameters. */
const ROWS_PER_INSERT = 400
/** A commit writes each page that changed. Most index pages contain entries of many rows. */
const ROWS_PER_COMMIT = 20_000

export interface AgeOptions {
  /** Number of products. All other counts scale with it. */
  products: number
  /** Days since the shop opened. */
  days: number
  seed: number
}

/** Shared state of the row generators. Equal options give equal rows at the same time. */
export type Aging = ReturnType<typeof createAging>

export function createAging(deps: Deps, options: AgeOptions) {
  const { products, days, seed } = options
  const { fraction, whole } = createRandom(seed)
  const now = deps.now()
  const toHash = (kind: string, index: number): string => hash('sha256', `${seed} ${kind} ${index}`)
  return {
    ...options,
    deps,
    now,
    fraction,
    whole,
    /** Number of versions of each record: a save every 18 days. */
    versions: Math.max(2, Math.round(days / 18)),
    /** Scales a count for 10,000 products to the size of this shop. */
    scale: (count: number): number =>
      Math.max(1, Math.round((count * products) / REFERENCE_PRODUCTS)),
    toHash,
    toId: (kind: string, index: number): string =>
      toHash(kind, index).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'),
    /** Picks one item of a list. */
    pick: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T,
    /** Picks an item. The first tenth of the list is picked as often as the rest. */
    pickPopular: <T>(list: readonly T[]): T =>
      list[Math.floor(list.length * fraction() ** 3.3)] as T,
    /** Returns a random time between two numbers of days ago. */
    daysAgo: (from: number, to = 0): number =>
      now - Math.floor((to + fraction() * (from - to)) * DAY_MS),
    /** Inserts rows with equal columns, some thousands per commit. */
    async insert<Table extends keyof Database>(
      table: Table,
      rows: Iterable<Database[Table]>,
    ): Promise<void> {
      for (const part of toChunks(rows, ROWS_PER_COMMIT)) {
        const write = compileRows(Object.keys(part[0] ?? {}), (db, rows) =>
          db.insertInto(table).values(rows as never),
        )
        await deps.db.transaction().execute(async (db) => {
          for (const chunk of toChunks(part, ROWS_PER_INSERT)) await write(db, chunk as never)
        })
      }
    },
  }
}

/** Splits items into lists of a maximum size. */
export function* toChunks<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = []
  for (const item of all) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Yields `count` results of `make`. */
export function* times<T>(count: number, make: (index: number) => T): Generator<T> {
  for (let index = 0; index < count; index++) yield make(index)
}
