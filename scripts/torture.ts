import { createDelays } from '#tests/helpers/delays.ts'
import { startProxy } from '#tests/helpers/proxy.ts'
import { row, runParts } from './report.ts'
import { runBrowserTests, startTestSite } from './test/browser-tests.ts'
import { killWhileChanging } from './torture/killed-changes.ts'
import { endConnectionsWhileWriting, killWhileWriting } from './torture/lost-writes.ts'
import { measureMemory, publishUnderLoad } from './torture/mixed-load.ts'
import { tortureOrders } from './torture/orders.ts'
import { raceForRecords } from './torture/races.ts'
import { restartUnderLoad } from './torture/restarts.ts'
import { floodSearch } from './torture/search-flood.ts'
import { stallReaders } from './torture/stalled-readers.ts'
import { watchYear } from './torture/year.ts'

// Attacks the shop on this machine: npm run torture -- kills | changes | races | connections | stalled |
// search | publish | restarts | memory | year | orders | browser. Without a name, all. TORTURE_SIZE=0.25 runs a quarter
// of it, and TORTURE_SIZE=10 ten times as much.
// Parts with PostgreSQL take TEST_DATABASE_URL, by default the server of this machine. TORTURE_ENGINE=sqlite or
// postgres runs `changes`, `races` and `year` on one database.

const ENGINE = process.env['TORTURE_ENGINE']
const SIZE = Number(process.env['TORTURE_SIZE'] ?? 1)
const scale = (count: number): number => Math.max(1, Math.round(count * SIZE))

/** All browser tests with a slowed processor and delayed answers; TORTURE_SEED repeats a run. */
async function browser(): Promise<void> {
  const seed = process.env['TORTURE_SEED'] ?? String(Date.now() % 2 ** 31)
  console.log(`  TORTURE_SEED=${seed}`)
  const starting = startTestSite()
  const { site } = await starting
  await using proxy = await startProxy(site.url, createDelays(seed))
  const results = await runBrowserTests(starting, { TORTURE_SEED: seed, E2E_URL: proxy.url })
  row('browser tests, 6 × slowed, answers delayed', results.length)
  row('failed', results.filter(({ passed }) => !passed).length, { most: 0 })
}

const parts = {
  kills: () => killWhileWriting(scale(200)),
  // Every second one is a launch.
  changes: () => killWhileChanging(scale(400), ENGINE),
  races: () => raceForRecords(scale(1_000), ENGINE),
  connections: () => endConnectionsWhileWriting(scale(200)),
  stalled: () => stallReaders(scale(60)),
  search: () => floodSearch(scale(30)),
  publish: () => publishUnderLoad(scale(60)),
  restarts: () => restartUnderLoad(scale(5)),
  memory: () => measureMemory(scale(600)),
  year: () => watchYear(scale(10_000), ENGINE),
  orders: () => tortureOrders({ rounds: scale(200), kills: scale(200), orders: scale(4_000) }),
  browser,
}

await runParts(parts)
