/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config'

// With PostgreSQL only what talks to a database runs again.
const tests = process.env['TEST_DATABASE_URL'] ? 'tests/api/**/*' : 'tests/**/*'

export default getViteConfig({
  test: {
    // What takes long waits for `npm test`.
    include: [`${tests}.test.{ts,tsx}`, ...(process.env['LONG_TESTS'] ? [`${tests}.long.ts`] : [])],
    pool: 'threads',
    testTimeout: 20_000,
  },
})
