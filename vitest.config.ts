/// <reference types="vitest/config" />
import { join } from 'node:path'
import { getViteConfig } from 'astro/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Threads and processes that tests start would strip the types of the server again each time. npm start has the
// same cache.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/node')

// What takes long waits for `npm test`.
const kinds = process.env['LONG_TESTS'] ? '{test,long}' : 'test'

// With PostgreSQL only what talks to a database runs again.
const folders =
  process.env['TEST_FOLDERS']?.split(',') ??
  (process.env['ONLY_API'] ? ['api'] : ['api', 'publish', 'unit'])

/** Tests that replace a module (`vi.mock`) would replace it for the files that follow in their worker. */
const MOCKING = ['tests/unit/islands/google-button.test.tsx', 'tests/unit/stores/google.test.ts']

const include = [
  ...folders.map((folder) => `tests/${folder}/**/*.${kinds}.{ts,tsx}`),
  ...(process.env['ONLY_API'] ? [] : ['tests/*.test.ts']),
]

/** With PostgreSQL, what no database changes does not run again: formats, access, CORS, files, SQLite itself. */
const exclude = process.env['TEST_DATABASE_URL'] ? ['tests/api/once/**', ...MOCKING] : MOCKING

/** Starts the long files first: one of them would end the run alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.includes('.long.')

export default getViteConfig({
  test: {
    sequence: { sequencer: LongFirst },
    globalSetup: ['tests/helpers/worker-database.ts', 'tests/helpers/run-folder.ts'],
    pool: 'threads',
    // Much of a test's time is waiting (mail, limits, retries, key stretching off the thread): more files at
    // once than cores. Each worker imports the server, and `npm test` runs two databases beside each other.
    maxWorkers: 4,
    // It ends a test that hangs: three compiled sites take two minutes on a slow machine.
    testTimeout: 300_000,
    projects: [
      // One worker runs many files: importing the server for each took a quarter of the time. A test of a
      // module with state imports it anew (`openTab`). A mutant of what a module does when it is imported
      // needs a new import, too.
      {
        extends: true,
        test: { name: 'shared', isolate: Boolean(process.env['MUTATE']), include, exclude },
      },
      ...(process.env['ONLY_API']
        ? []
        : [{ extends: true as const, test: { name: 'mocking', include: MOCKING } }]),
    ],
  },
})
