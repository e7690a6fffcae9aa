import { type Part, row, runParts } from '#scripts/report.ts'
import { runBrowserTests, startTestSite } from '#scripts/test/browser-tests.ts'
import { printLine } from '#src/run/console-output.ts'
import { createDelays } from '#tools/delays.ts'
import { startProxy } from '#tools/proxy.ts'
import { killWhileChanging } from './torture/killed-changes.ts'
import { endConnectionsWhileWriting, killWhileWriting } from './torture/lost-writes.ts'
import { measureMemory, publishUnderLoad } from './torture/mixed-load.ts'
import { tortureOrders } from './torture/orders.ts'
import { raceForRecords } from './torture/races.ts'
import { restartUnderLoad } from './torture/restarts.ts'
import { floodSearch } from './torture/search-flood.ts'
import { TORTURE_SEED } from './torture/seed.ts'
import { stallReaders } from './torture/stalled-readers.ts'
import { watchYear } from './torture/year.ts'

// Attacks the shop on this machine: npm run torture -- <part>. Without a part, it lists the parts. TORTURE_SIZE=0.25
// runs a quarter of a part, TORTURE_SIZE=10 ten times as much. TORTURE_SEED repeats the random choices of a run.
// Parts with PostgreSQL use TEST_DATABASE_URL, by default the local server. TORTURE_ENGINE=sqlite or postgres runs
// `changes`, `races` and `year` on one database.

const ENGINE = process.env['TORTURE_ENGINE']
const SIZE = Number(process.env['TORTURE_SIZE'] ?? 1)
const scale = (count: number): number => Math.max(1, Math.round(count * SIZE))

/** Runs all browser tests with a slowed processor and delayed answers. */
async function browser(): Promise<void> {
  const seed = TORTURE_SEED
  const starting = startTestSite()
  const { site } = await starting
  await using proxy = await startProxy(site.url, createDelays(seed))
  const results = await runBrowserTests(starting, { TORTURE_SEED: seed, E2E_URL: proxy.url })
  row('browser tests, 6 × slowed, answers delayed', results.length)
  row('failed', results.filter(({ passed }) => !passed).length, { most: 0 })
}

const orders = () => tortureOrders({ rounds: scale(200), kills: scale(200), orders: scale(4_000) })

const parts = {
  kills: {
    about: 'kills the process while it writes',
    minutes: 8,
    run: () => killWhileWriting(scale(200)),
  },
  // Each third change is a start of a launch, and each third one an end.
  changes: {
    about: 'kills imports, starts and ends of launches',
    minutes: 25,
    run: () => killWhileChanging(scale(400), ENGINE),
  },
  races: {
    about: 'changes the same records at once',
    minutes: 2,
    run: () => raceForRecords(scale(1_000), ENGINE),
  },
  connections: {
    about: 'ends connections to PostgreSQL',
    minutes: 6,
    run: () => endConnectionsWhileWriting(scale(200)),
  },
  stalled: { about: 'reads answers slowly', minutes: 2, run: () => stallReaders(scale(60)) },
  search: { about: 'floods the search', minutes: 2, run: () => floodSearch(scale(30)) },
  publish: {
    about: 'publishes under load',
    minutes: 3,
    run: () => publishUnderLoad(scale(60)),
  },
  restarts: {
    about: 'restarts processes under load',
    minutes: 3,
    run: () => restartUnderLoad(scale(5)),
  },
  memory: {
    about: 'watches the memory of a process',
    minutes: 11,
    run: () => measureMemory(scale(600)),
  },
  year: {
    about: 'watches a shop that is a year old for standstills',
    minutes: 60,
    run: () => watchYear(scale(10_000), ENGINE),
  },
  orders: { about: 'races and kills while shoppers place and pay', minutes: 20, run: orders },
  browser: { about: 'all browser tests, slowed', minutes: 40, run: browser },
} satisfies Record<string, Part>

if (process.argv.length > 2) printLine(`TORTURE_SEED=${TORTURE_SEED}`)
await runParts('npm run torture', parts)
