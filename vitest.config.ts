/// <reference types="vitest/config" />
import { join } from 'node:path'
import { getViteConfig } from 'astro/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { putLongFirst } from '#tools/file-order.ts'

// Threads and processes that tests start would strip the types of the server again each time. npm start has the
// same cache.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/node')

// With PostgreSQL only what talks to a database runs again.
const folders =
  process.env['TEST_FOLDERS']?.split(',') ??
  (process.env['ONLY_API'] ? ['api'] : ['api', 'publish', 'unit'])

/** Tests that replace a module (`vi.mock`) would replace it for the files that follow in their worker. */
const MOCKING = ['tests/unit/islands/google-button.test.tsx', 'tests/unit/stores/google.test.ts']

/** `api/order*` has the files whose name begins so. */
const toPattern = (folder: string, kind: 'test' | 'long') =>
  folder.endsWith('*')
    ? `tests/${folder}.${kind}.{ts,tsx}`
    : `tests/${folder}/**/*.${kind}.{ts,tsx}`

const include = [
  ...folders.map((folder) => toPattern(folder, 'test')),
  ...(process.env['ONLY_API'] || process.env['MUTATE'] ? [] : ['tests/*.test.ts']),
]

/** With PostgreSQL, what no database changes does not run again: formats, access, CORS, files, SQLite itself. */
const exclude = process.env['TEST_DATABASE_URL'] ? ['tests/api/once/**', ...MOCKING] : MOCKING

const mocking = { extends: true as const, test: { name: 'mocking', include: MOCKING } }

/**
 * What is rendered and computed without a server runs again behind UTC: a day of the shop is the same day there. A
 * time zone belongs to a process, so its files run in processes.
 */
const otherTimeZone = {
  extends: true as const,
  test: {
    name: 'los-angeles',
    pool: 'forks' as const,
    env: { TZ: 'America/Los_Angeles' },
    isolate: false,
    include: ['tests/unit/{rules,editing,content,islands,studio,ui}/**/*.test.{ts,tsx}'],
    exclude: MOCKING,
  },
}

/**
 * What takes long waits for `npm test`. These tests build sites, start servers and copy databases: several at once
 * would only wait for each other, so they run one file at a time.
 */
const long = {
  extends: true as const,
  test: {
    name: 'long',
    maxWorkers: 1,
    isolate: false,
    sequence: { groupOrder: 0 },
    include: folders.map((folder) => toPattern(folder, 'long')),
    exclude,
  },
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return putLongFirst(await super.sort(files))
  }
}

export default getViteConfig({
  test: {
    sequence: { groupOrder: 1, sequencer: LongestFirst },
    globalSetup: ['tools/worker-database.ts', 'tests/helpers/run-folder.ts'],
    pool: 'threads',
    // Much of a test's time is waiting (mail, limits, retries, key stretching off the thread): more files at
    // once than cores. Each worker imports the server, and `npm test` runs two databases beside each other, each
    // with a long file.
    maxWorkers: 3,
    // It ends a test that hangs: three compiled sites take two minutes on a slow machine.
    testTimeout: 300_000,
    // So do those of hooks, which copy the project or build style sheets.
    hookTimeout: 300_000,
    // npm run coverage: what unit and API tests run of the source, by file in an HTML page.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: '.cache/coverage',
      reportOnFailure: true,
    },
    // A test waits for a state, on a busy machine for longer.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      ...(process.env['LONG_TESTS'] ? [long] : []),
      // One worker runs many files: importing the server for each took a quarter of the time. A test of a
      // module with state imports it anew (`openTab`).
      { extends: true, test: { name: 'shared', isolate: false, include, exclude } },
      // Mutants run the tests of one part, once.
      ...(process.env['ONLY_API'] || process.env['MUTATE'] ? [] : [mocking, otherTimeZone]),
    ],
  },
})
