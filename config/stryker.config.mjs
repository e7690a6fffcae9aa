// Mutation tests: MUTATE=rules npm run mutate, or another part. Not part of `npm test`: a folder takes up to an hour.

const ORDERS = 'src/server/shop/orders'
const STUDIO = 'src/server/studio'
const ORDER_TESTS =
  'unit/rules/order*,unit/studio/refund*,unit/rules/money*,unit/server/mail-texts*,unit/server/razorpay*,api/orders*,api/order-back*,api/order-undo*,api/order-copy*,api/payment*,api/exchanges*,api/returns*,api/document*,api/books*,api/buyer-limits*,api/pan*,api/kept-orders*,api/corrections*,api/parcels*,api/many-orders*'
const PAYMENT_FILES = [
  'settle-payment',
  'refunds',
  'order-job',
  'state-queries',
  'payments',
  'payment-queries',
  'provider-keys',
  'bank-transfer',
  'razorpay',
].map((name) => `${ORDERS}/${name}.ts`)

/** What is mutated, and the folders or beginnings of files whose tests have to notice. */
const parts = {
  rules: { mutate: ['src/{rules,editing}/**/*.ts', '!src/rules/messages/**'], tests: 'unit' },
  stores: { mutate: ['src/stores/**/*.ts'], tests: 'unit' },
  cart: { mutate: ['src/server/shop/cart/**/*.ts'], tests: 'unit,api' },
  auth: { mutate: ['src/server/shop/auth/**/*.ts'], tests: 'unit,api' },
  http: { mutate: ['src/server/core/http/**/*.ts'], tests: 'unit,api' },
  wishlist: { mutate: ['src/server/shop/wishlist/**/*.ts'], tests: 'unit,api' },
  orders: {
    mutate: [
      'src/rules/orders/**/*.ts',
      `${ORDERS}/**/*.ts`,
      `!${ORDERS}/*mail*.ts`,
      ...PAYMENT_FILES.map((file) => `!${file}`),
    ],
    tests: ORDER_TESTS,
  },
  payments: { mutate: PAYMENT_FILES, tests: ORDER_TESTS },
  stock: {
    mutate: ['src/server/shop/stock/**/*.ts', 'src/editing/stock-counts.ts'],
    tests: 'unit/rules,api/stock*,api/stored-choice*,api/order*,api/variant*',
  },
  launches: {
    mutate: [`${STUDIO}/launches/**/*.ts`],
    tests: 'api/launches*,api/conflicts*,api/put-back*,api/own-pages*',
  },
  save: {
    mutate: [`${STUDIO}/save/**/*.ts`],
    tests:
      'unit/server,api/editor*,api/content*,api/conflicts*,api/slugs*,api/renamed-slugs*,api/category*,api/variant*,api/corrections*,api/deletion*',
  },
  import: {
    mutate: [`${STUDIO}/products/*csv*.ts`],
    tests: 'unit/server/csv*,api/editor-csv*,api/csv-variants*,api/long-changes*',
  },
  plan: { mutate: ['src/publish/plan/**/*.ts'], tests: 'unit,publish' },
}

const name = process.env['MUTATE'] ?? 'rules'
const part = parts[name]
if (!part) throw new Error(`There is no part "${name}": take ${Object.keys(parts).join(', ')}.`)
process.env['TEST_FOLDERS'] ??= part.tests
// Read by vitest.config.ts.
process.env['MUTATE'] = name

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.config.ts', related: true },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: part.mutate,
  coverageAnalysis: 'perTest',
  // A mutant of a constant needs a new import of its module: texts and tables are left out.
  ignoreStatic: true,
  concurrency: Number(process.env['MUTATE_AT_ONCE'] ?? 2),
  dryRunTimeoutMinutes: 30,
  // A mutant that a busy machine runs slowly is not one that a test notices.
  timeoutMS: 60_000,
  ignorePatterns: ['/data', '/dist', '/.cache'],
  tempDirName: '.cache/stryker',
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: `.cache/mutation-${name}.json` },
}
