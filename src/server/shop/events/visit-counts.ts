import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/job.ts'
import { createPerShop } from '../../core/per-shop.ts'
import { addPageViews, addSearches, addWebVitals } from './queries.ts'
import type { PageViewCountRow, SearchCountRow, WebVitalCountRow } from './tables.ts'

/** Limit of rows of one kind between two writes. Further rows are not counted. */
const MAX_ROWS = 10_000
/** Rows per statement. */
const BATCH_SIZE = 500

interface Tally<Row> {
  /** @returns whether it was counted. */
  add(row: Row): boolean
  has(row: Row): boolean
  write(): Promise<void>
}

/**
 * Creates a counter in memory. Otherwise each view of a popular page would wait for the previous one to be stored.
 * @param sum merges two rows with the same key.
 */
function createTally<Row>(kind: {
  toKey: (row: Row) => string
  sum: (row: Row, other: Row) => Row
  write: (rows: Row[]) => Promise<void>
}): Tally<Row> {
  const { toKey, sum } = kind
  const rows = new Map<string, Row>()

  function add(row: Row): boolean {
    const key = toKey(row)
    const existing = rows.get(key)
    if (existing === undefined && rows.size >= MAX_ROWS) return false
    rows.set(key, existing === undefined ? row : sum(existing, row))
    return true
  }

  async function writeBatch(batch: Row[]): Promise<void> {
    for (const row of batch) rows.delete(toKey(row))
    try {
      await kind.write(batch)
    } catch (error) {
      for (const row of batch) add(row)
      throw error
    }
  }

  return {
    add,
    has: (row) => rows.has(toKey(row)),
    async write() {
      const all = [...rows.values()]
      for (let start = 0; start < all.length; start += BATCH_SIZE)
        await writeBatch(all.slice(start, start + BATCH_SIZE))
    },
  }
}

export interface VisitCounts {
  views: Tally<PageViewCountRow>
  vitals: Tally<WebVitalCountRow>
  searches: Tally<SearchCountRow>
  /** Writes the counts. Counts that cannot be written are kept. */
  flush(): Promise<void>
}

function createVisitCounts({ db }: Deps): VisitCounts {
  const views = createTally<PageViewCountRow>({
    toKey: ({ day, path }) => `${day} ${path}`,
    sum: (row, other) => ({ ...row, views: row.views + other.views }),
    write: (rows) => addPageViews(db, rows),
  })
  const vitals = createTally<WebVitalCountRow>({
    toKey: (row) => [row.day, row.page_kind, row.build, row.metric, row.bucket].join(' '),
    sum: (row, other) => ({ ...row, visits: row.visits + other.visits }),
    write: (rows) => addWebVitals(db, rows),
  })
  const searches = createTally<SearchCountRow>({
    toKey: ({ day, query }) => `${day} ${query}`,
    sum: (row, other) => ({
      ...row,
      searches: row.searches + other.searches,
      without_results: row.without_results + other.without_results,
    }),
    write: (rows) => addSearches(db, rows),
  })

  async function writeAll(): Promise<void> {
    for (const tally of [views, vitals, searches]) await tally.write()
  }
  let last = Promise.resolve()
  return {
    views,
    vitals,
    searches,
    flush() {
      last = last.catch(() => {}).then(writeAll)
      return last
    },
  }
}

/** The counts of a process, written every ten seconds and at its end. */
export const getVisitCounts = createPerShop(createVisitCounts)

export const visitJob: Job = {
  name: 'visits',
  process: 'shop',
  task: 'writes the views, speeds and searches that are counted in memory',
  intervalMs: 10_000,
  bound: `${BATCH_SIZE} rows a statement, ${MAX_ROWS.toLocaleString('en')} rows of each kind`,
  tables: ['page_view_count', 'web_vital_count', 'search_count'],
  open(deps) {
    const flush = () => getVisitCounts(deps).flush()
    return { run: flush, close: flush }
  },
}
