import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createHistogram, performance } from 'node:perf_hooks'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { threadId } from 'node:worker_threads'

// Every thread of a shop imports this file first (NODE_OPTIONS=--import). It measures how late the event loop is, and
// how long each statement takes. Each thread writes its own file below WATCH_DIR. Hourly jobs run every minute.
// SIGUSR2 deletes what was measured so far.

/** Interval of checking the event loop. */
const TICK_MS = 5
const WRITE_MS = 500
/** Shorter ones are counted, but not listed. */
const LISTED_MS = 20
const MAX_LISTED = 10_000
const CLOCK_SPEED = 60

/** A measured duration: a delay of the event loop, or a statement. */
export interface Lasting {
  /** Milliseconds since 1970. */
  at: number
  ms: number
  /** Processor time of the thread in that time, in ms. It is less if others had the processor. */
  cpuMs: number
}
export interface ThreadRecord {
  /** The file that the thread runs. */
  name: string
  /** Delays of the event loop, in ms. */
  delay: { p999: number; max: number; count: number }
  delays: Lasting[]
  statements: (Lasting & { sql: string })[]
}

const folder = process.env['WATCH_DIR'] ?? '.'
const histogram = createHistogram()
let delays: Lasting[] = []
let statements: ThreadRecord['statements'] = []

/**
 * Starts a measurement.
 * @returns a function that ends it.
 */
function start(): () => Lasting {
  const startedAt = performance.now()
  const used = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(used)
    return {
      at: performance.timeOrigin + startedAt,
      ms: performance.now() - startedAt,
      cpuMs: (user + system) / 1_000,
    }
  }
}

function note(sql: string, lasting: Lasting): void {
  if (lasting.ms >= LISTED_MS && statements.length < MAX_LISTED)
    statements.push({ ...lasting, sql: sql.slice(0, 300) })
}

/** Measures the calls of a method, which may return a promise. */
function measure<Target extends object>(
  prototype: Target,
  name: keyof Target & string,
  toSql: (self: Target, args: unknown[]) => string,
): void {
  const original = prototype[name] as (...args: unknown[]) => unknown
  const measured = function measured(this: Target, ...args: unknown[]) {
    const measurement = start()
    const end = () => note(toSql(this, args), measurement())
    const result = original.apply(this, args)
    if (result instanceof Promise) result.then(end, end)
    else end()
    return result
  }
  Object.assign(prototype, { [name]: measured })
}

for (const name of ['all', 'get', 'run'] as const)
  measure(StatementSync.prototype, name, (statement) => statement.sourceSQL)
measure(DatabaseSync.prototype, 'exec', (_, [sql]) => String(sql))
if (process.env['DATABASE_URL']?.startsWith('postgres')) {
  const { default: pg } = await import('pg')
  measure(pg.Client.prototype, 'query', (_, [query]) =>
    typeof query === 'string' ? query : String(Reflect.get(query as object, 'text')),
  )
}

const { setInterval: startTimer } = globalThis
const startShortened = (...[callback, ms = 0, ...args]: Parameters<typeof setInterval>) =>
  startTimer(callback, ms >= 60_000 ? ms / CLOCK_SPEED : ms, ...args)
Object.assign(globalThis, { setInterval: startShortened })

let measurement = start()
startTimer(() => {
  const turn = measurement()
  measurement = start()
  const ms = Math.max(0, turn.ms - TICK_MS)
  histogram.record(Math.max(1, Math.round(ms * 1_000)))
  if (ms >= LISTED_MS && delays.length < MAX_LISTED) delays.push({ ...turn, ms })
}, TICK_MS).unref()

function write(): void {
  const toMs = (microseconds: number): number => microseconds / 1_000
  const record: ThreadRecord = {
    name: basename(process.argv[1] ?? ''),
    delay: {
      p999: toMs(histogram.percentile(99.9)),
      max: toMs(histogram.max),
      count: histogram.count,
    },
    delays,
    statements,
  }
  writeFileSync(join(folder, `${process.pid}-${threadId}.json`), JSON.stringify(record))
}
mkdirSync(folder, { recursive: true })
// A terminated thread emits no exit event. The main thread does, and writes no file while it is watched.
if (threadId !== 0) startTimer(write, WRITE_MS).unref()
process.on('exit', write)

if (threadId === 0)
  process.on('SIGUSR2', () => {
    histogram.reset()
    delays = []
    statements = []
  })
