/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config'

// With PostgreSQL only what talks to a database runs again.
const tests = process.env['ONLY_API'] ? 'tests/api/**/*' : 'tests/**/*'

export default getViteConfig({
  test: {
    // What takes long waits for `npm test`.
    include: [`${tests}.test.{ts,tsx}`, ...(process.env['LONG_TESTS'] ? [`${tests}.long.ts`] : [])],
    globalSetup: 'tests/helpers/worker-database.ts',
    pool: 'threads',
    // Most of a test's time is waiting (mail, limits, key stretching off the thread): more files at
    // once than cores.
    maxWorkers: 6,
    testTimeout: 120_000,
  },
})
