/** Facts about a package, or about several with a common prefix (`prosemirror-*`). */
interface Dependency {
  /** Its use in the shop. */
  use: string
  /** Year of its first release. */
  since: number
  /**
   * Downloads per month in 2026, in thousands. If a row has several packages, the lowest number. Absent if unknown.
   */
  downloads?: number
  /** A package or code that could replace it. */
  replacement: string
}

/** Packages that run in the shop, the studio or the build of pages. docs/dependencies.md is generated from this. */
const DEPENDENCIES: Record<string, Dependency> = {
  astro: {
    use: 'builds the pages',
    since: 2021,
    downloads: 5_648,
    replacement: 'nothing',
  },
  '@astrojs/react': {
    use: 'hydrates the React islands of a page',
    since: 2022,
    downloads: 2_434,
    replacement: 'a renderer of our own',
  },
  '@dnd-kit/*': {
    use: 'moves pictures and sections in the studio',
    since: 2021,
    downloads: 40_087,
    replacement: 'buttons that move a row up or down',
  },
  '@e965/xlsx': {
    use: 'reads .xlsx files in the studio (SheetJS)',
    since: 2022,
    downloads: 1_129,
    replacement: 'SheetJS from its makers, outside of the registry',
  },
  '@fontsource-variable/*': {
    use: 'has the font files',
    since: 2020,
    downloads: 1,
    replacement: 'the font files in `src/assets`',
  },
  '@hono/node-server': {
    use: 'connects Hono to Node’s HTTP server',
    since: 2022,
    downloads: 74_467,
    replacement: 'an adapter of our own',
  },
  '@hookform/resolvers': {
    use: 'validates the studio’s forms with the schemas of the contract',
    since: 2020,
    downloads: 60_594,
    replacement: 'a resolver of our own',
  },
  '@nanostores/*': {
    use: 'connects stores to React and to the browser’s storage',
    since: 2021,
    downloads: 335,
    replacement: '`useSyncExternalStore`',
  },
  '@tailwindcss/vite': {
    use: 'makes the style sheets of pages and studio',
    since: 2024,
    downloads: 39_315,
    replacement: 'the command line of Tailwind CSS',
  },
  '@tanstack/react-query': {
    use: 'loads and caches the studio’s data',
    since: 2022,
    downloads: 91_638,
    replacement: '`src/stores/query.ts`',
  },
  '@tanstack/react-virtual': {
    use: 'shows long lists of the studio row by row',
    since: 2022,
    downloads: 38_209,
    replacement: 'pages of 100 rows',
  },
  'any-ascii': {
    use: 'writes names of any script in Latin letters',
    since: 2020,
    downloads: 59,
    replacement: 'tables of our own for the scripts of India',
  },
  aws4fetch: {
    use: 'signs requests to an S3 store of pictures',
    since: 2018,
    downloads: 9_197,
    replacement: 'the AWS SDK, or `node:crypto`',
  },
  diff: {
    use: 'marks the changed words of two versions',
    since: 2011,
    replacement: 'code of our own that compares words',
  },
  downshift: {
    use: 'gives the suggestions of the search their keyboard',
    since: 2017,
    downloads: 11_634,
    replacement: 'a combobox of our own',
  },
  'fastest-levenshtein': {
    use: 'suggests the setting that a misspelt one means',
    since: 2020,
    downloads: 77_978,
    replacement: 'code of our own',
  },
  fontkit: {
    use: 'draws the words of a shared picture',
    since: 2013,
    downloads: 18_104,
    replacement: 'another reader of fonts, e.g. opentype.js',
  },
  hono: {
    use: 'routes the API and reads requests',
    since: 2021,
    downloads: 77_904,
    replacement: 'Express or Fastify, behind `src/server/core/http/mount.ts`',
  },
  hucre: {
    use: 'writes .xlsx exports as a stream',
    since: 2026,
    replacement: 'a writer of our own, or CSV exports alone',
  },
  jose: {
    use: 'verifies the tokens of the sign-in with Google',
    since: 2018,
    downloads: 170_302,
    replacement: '`node:crypto`',
  },
  kysely: {
    use: 'writes SQL for SQLite and PostgreSQL, with types',
    since: 2021,
    downloads: 11_022,
    replacement: 'SQL by hand, in the `queries.ts` files',
  },
  'libphonenumber-js': {
    use: 'tells whether a telephone number exists',
    since: 2016,
    replacement: 'rules of our own for the numbers of India',
  },
  'lru-cache': {
    use: 'bounds caches',
    since: 2010,
    downloads: 1_383_676,
    replacement: 'a `Map` in the order of its use',
  },
  nanostores: {
    use: 'shares state between islands',
    since: 2020,
    downloads: 6_194,
    replacement: 'nothing',
  },
  node: {
    use: 'brings the version of Node that runs the shop',
    since: 2015,
    downloads: 1_041,
    replacement: 'a Node that the operator installs',
  },
  nodemailer: {
    use: 'sends mails by SMTP',
    since: 2011,
    downloads: 42_098,
    replacement: 'the HTTP API of a mail provider',
  },
  otpauth: {
    use: 'computes the codes of the second factor',
    since: 2015,
    downloads: 4_150,
    replacement: '`node:crypto`',
  },
  'p-limit': {
    use: 'bounds how much runs at once',
    since: 2016,
    downloads: 815_494,
    replacement: 'code of our own',
  },
  papaparse: {
    use: 'reads and writes CSV files',
    since: 2014,
    downloads: 29_171,
    replacement: 'a parser of our own',
  },
  pg: {
    use: 'connects to PostgreSQL',
    since: 2010,
    downloads: 76_275,
    replacement: 'postgres.js',
  },
  pdfkit: {
    use: 'draws the PDFs of invoices and credit notes',
    since: 2011,
    downloads: 7_991,
    replacement: 'pdf-lib, which is no longer released and needs a reader of fonts of its own',
  },
  photoswipe: {
    use: 'enlarges the pictures of a product',
    since: 2013,
    downloads: 1_836,
    replacement: 'a dialog with a picture that scrolls',
  },
  'prom-client': {
    use: 'answers with metrics for Prometheus',
    since: 2015,
    downloads: 19_443,
    replacement: 'code that writes its text format',
  },
  'prosemirror-*': {
    use: 'edits rich text in the studio',
    since: 2016,
    downloads: 23_140,
    replacement: 'Lexical, or Markdown in a text field',
  },
  'react*': {
    use: 'renders islands and the studio',
    since: 2013,
    downloads: 323_708,
    replacement: 'Preact, with its compatibility layer',
  },
  'react-hook-form': {
    use: 'holds the state of the studio’s forms',
    since: 2019,
    downloads: 91_074,
    replacement: 'TanStack Form',
  },
  sharp: {
    use: 'makes the renditions of pictures',
    since: 2013,
    downloads: 153_588,
    replacement: 'a service such as imgproxy',
  },
  sonner: {
    use: 'shows toasts, as the specification says',
    since: 2023,
    downloads: 47_679,
    replacement: 'nothing',
  },
  tailwindcss: {
    use: 'makes utilities from the tokens of the design',
    since: 2017,
    downloads: 218_991,
    replacement: 'style sheets by hand',
  },
  uqr: {
    use: 'draws the QR code of the second factor',
    since: 2023,
    downloads: 8_287,
    replacement: 'the `qrcode` package',
  },
  vite: {
    use: 'builds the studio and serves it in development',
    since: 2020,
    downloads: 261_738,
    replacement: 'nothing',
  },
  'web-vitals': {
    use: 'measures how fast pages are for their visitors',
    since: 2020,
    downloads: 61_383,
    replacement: '`PerformanceObserver`',
  },
  wouter: {
    use: 'routes the pages of the studio',
    since: 2019,
    downloads: 4_248,
    replacement: 'React Router',
  },
  zod: {
    use: 'validates every input on the server, and types the contract',
    since: 2020,
    downloads: 396_497,
    replacement: 'Valibot',
  },
}

/** Finds the longest key that equals a package, or its prefix with `*`. */
export function findDependency(name: string): Dependency | undefined {
  const [key = ''] = Object.keys(DEPENDENCIES)
    .filter((key) => key === name || (key.endsWith('*') && name.startsWith(key.slice(0, -1))))
    .toSorted((a, b) => b.length - a.length)
  return DEPENDENCIES[key]
}
