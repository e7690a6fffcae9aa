// Mutation tests: MUTATE=rules npm run mutate, or stores, cart, auth, http, wishlist, plan. Not part of
// `npm test`: a folder takes up to an hour.

/** What is mutated, and the folders whose tests have to notice. */
const parts = {
  rules: { mutate: ['src/rules/**/*.ts', '!src/rules/messages/**'], tests: 'unit' },
  stores: { mutate: ['src/stores/**/*.ts'], tests: 'unit' },
  cart: { mutate: ['src/server/shop/cart/**/*.ts'], tests: 'unit,api' },
  auth: { mutate: ['src/server/shop/auth/**/*.ts'], tests: 'unit,api' },
  http: { mutate: ['src/server/core/http/**/*.ts'], tests: 'unit,api' },
  wishlist: { mutate: ['src/server/shop/wishlist/**/*.ts'], tests: 'unit,api' },
  plan: { mutate: ['src/publish/plan/**/*.ts'], tests: 'unit,publish' },
}

const name = process.env['MUTATE'] ?? 'rules'
const part = parts[name]
if (!part) throw new Error(`There is no part "${name}": take ${Object.keys(parts).join(', ')}.`)
process.env['TEST_FOLDERS'] = part.tests
// Read by vitest.config.ts.
process.env['MUTATE'] = name

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.config.ts', related: true },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: part.mutate,
  coverageAnalysis: 'perTest',
  // A mutant of a constant needs a fresh worker each: texts and tables are left out.
  ignoreStatic: true,
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  ignorePatterns: ['/data', '/dist', '/.cache'],
  tempDirName: '.cache/stryker',
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: `.cache/mutation-${name}.json` },
}
