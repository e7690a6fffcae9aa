import { runParts } from './run-parts.ts'
import { runBrowserTests } from './test/browser-tests.ts'
import {
  endConnectionsWhileWriting,
  killWhileWriting,
  type LostWrites,
} from './torture/lost-writes.ts'
import { measureMixedLoad } from './torture/mixed-load.ts'
import { measureRestarts } from './torture/restarts.ts'
import { measureSearchFlood } from './torture/search-flood.ts'
import { measureStalledReaders } from './torture/stalled-readers.ts'

// Attacks the shop on this machine: npm run torture -- kills | connections | stalled | search |
// publish | restarts | memory | browser. Without a name, all. TORTURE_SIZE=0.25 runs a quarter of it.
// Parts with PostgreSQL take TEST_DATABASE_URL, by default the server of this machine. The exit code is
// 1 when a figure misses its limit.

const SIZE = Number(process.env['TORTURE_SIZE'] ?? 1)
const scale = (count: number): number => Math.max(1, Math.round(count * SIZE))

let misses = 0

/** Prints a figure beside its limit. */
function row(what: string, figure: number, limit?: number, unit = ''): void {
  const isMissed = limit !== undefined && figure > limit
  if (isMissed) misses += 1
  const bound = limit === undefined ? 'for comparison' : `at most ${limit}${unit}`
  const rounded = Math.round(figure * 10) / 10
  process.stdout.write(
    `  ${what.padEnd(56)} ${`${rounded}${unit}`.padStart(14)}   (${bound})${isMissed ? ' MISSED' : ''}\n`,
  )
}

function printLostWrites(figures: LostWrites): void {
  row('acknowledged additions', figures.acknowledged)
  row('of them lost', figures.lost, 0)
  row('stored twice', figures.doubled, 0)
  row('crashes', figures.crashes, 0)
  row('slowest recovery', figures.slowestRecoveryMs, 3_000, ' ms')
}

async function kills(): Promise<void> {
  row('SQLite, kill -9 while 8 writers write: cycles', scale(200))
  printLostWrites(await killWhileWriting(scale(200)))
}

async function connections(): Promise<void> {
  row('PostgreSQL, connections ended while 8 writers write: cycles', scale(200))
  printLostWrites(await endConnectionsWhileWriting(scale(200)))
}

async function stalled(): Promise<void> {
  const seconds = scale(60)
  const figures = await measureStalledReaders(seconds)
  row('2,000 stalled readers, 300 pipeliners: seconds', seconds)
  row('requests of others: 99 of 100 within', figures.p99, 500, ' ms')
  row('requests of others without an answer', figures.unanswered, 0)
  row('largest memory', figures.peakMegabytes, 400, ' MB')
}

async function search(): Promise<void> {
  const seconds = scale(30)
  const figures = await measureSearchFlood(seconds)
  row('200 connections search 10,000 products: seconds', seconds)
  row('searches answered', figures.statuses.get(200) ?? 0)
  row('searches refused as busy', figures.statuses.get(503) ?? 0)
  row('requests of others: 99 of 100 within', figures.p99, 200, ' ms')
  row('requests of others without an answer', figures.unanswered, 0)
  row('largest memory', figures.peakMegabytes, 400, ' MB')
}

async function publish(): Promise<void> {
  const seconds = scale(60)
  const figures = await measureMixedLoad(seconds, { publishing: true })
  row('50 connections while all is published: seconds', seconds)
  row('publishes', figures.publishes)
  row('requests a second', figures.perSecond)
  row('99 of 100 answered within', figures.p99, 200, ' ms')
  row('errors', figures.errors, 0)
}

async function restarts(): Promise<void> {
  const rounds = scale(5)
  const figures = await measureRestarts(rounds)
  row('nginx and two processes, 500 requests a second: restarts', rounds)
  row('requests a second', figures.perSecond)
  row('failed', figures.failures.length, 0)
  for (const failure of figures.failures.slice(0, 3)) process.stdout.write(`    ${failure}\n`)
  row('not sent in their turn, because 400 waited', figures.skipped, 0)
  row('answered after more than a second', figures.late, 0)
  row('99 of 100 answered within', figures.p99, undefined, ' ms')
}

async function memory(): Promise<void> {
  const seconds = scale(600)
  const { startMegabytes, megabytes, errors } = await measureMixedLoad(seconds, {
    publishing: false,
  })
  row('mixed load: seconds', seconds)
  row('memory after the start, which builds', startMegabytes, 160, ' MB')
  row('largest memory under load', Math.max(...megabytes), 250, ' MB')
  // The first half fills caches and compiles code.
  const half = Math.floor(megabytes.length / 2)
  const growth = (megabytes.at(-1) ?? 0) - (megabytes[half] ?? 0)
  row('growth in the second half', growth, 20, ' MB')
  row('errors', errors, 0)
}

/** All browser tests with a slowed processor and delayed answers; TORTURE_SEED repeats a run. */
async function browser(): Promise<void> {
  const seed = process.env['TORTURE_SEED'] ?? String(Date.now() % 2 ** 31)
  process.stdout.write(`  TORTURE_SEED=${seed}\n`)
  const counts = await runBrowserTests(undefined, { TORTURE_SEED: seed })
  row('browser tests, 6 × slowed, answers delayed', counts.passed)
  row('failed', counts.failed, 0)
  for (const failure of counts.failures) process.stdout.write(`    ${failure}\n`)
}

const parts: Record<string, () => Promise<void>> = {
  kills,
  connections,
  stalled,
  search,
  publish,
  restarts,
  memory,
  browser,
}

await runParts(parts)
process.exit(misses > 0 ? 1 : 0)
