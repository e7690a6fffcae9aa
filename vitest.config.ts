/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config'

const postgres = process.env['TEST_DATABASE_URL']

export default getViteConfig({
  test: {
    include: [
      'tests/**/*.test.ts',
      'tests/**/*.test.tsx',
      // What takes long waits for `npm test`.
      ...(process.env['LONG_TESTS'] ? ['tests/**/*.long.ts'] : []),
    ],
    pool: 'threads',
    testTimeout: 20_000,
    // With PostgreSQL only what talks to a database runs again.
    ...(postgres ? { include: ['tests/api/**/*.test.ts'] } : {}),
  },
})
