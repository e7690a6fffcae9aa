// Files of scripts that pages share, as groups of Rolldown's `output.codeSplitting`. What a group imports is part of it
// unless a group above has it. All other files are the bundler's.

/** What pages fetch at once: not what is imported on demand. */
const INITIAL: ['$initial'] = ['$initial']

const groups = [
  // React is evaluated in a task of its own (src/page-scripts/painted-directive.ts).
  // What wraps each island is in the same file.
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\/|config\/react-client/,
  },
  { name: 'every-page', test: /src\/islands\/chrome\.ts/ },
  {
    name: 'shop',
    test: /src\/(?:ui|contract\/(?!form)|rules\/(?!account\/acc|messages\/(?:acc|products)|listing\/listing-item)|islands\/(?:hooks|product-card))/,
    tags: INITIAL,
    minShareCount: 4,
  },
  // What a card lacks is fetched by lists and searches, and by a press: no other page has this at once.
  {
    name: 'product-cards',
    test: /src\/(?:stores\/product-cards|islands\/hooks\/use-cards|rules\/(?:listing\/listing-item|messages\/products))/,
    tags: INITIAL,
  },
  // What the listing shares with the parts that its first use loads.
  {
    name: 'listing',
    test: /src\/(?:islands\/(?:Listing\.tsx|listing\/)|rules\/listing\/(?:facets|list)|stores\/listing)/,
    tags: INITIAL,
  },
  {
    name: 'forms',
    test: /src\/(?:islands|contract|rules|rules\/messages)\/(?:form|account)|src\/stores\/(?:sign-in|mailed-links)/,
    tags: INITIAL,
    minShareCount: 3,
  },
  {
    name: 'buying',
    test: /src\/islands\/product\/(?!share)|src\/stores\/delivery/,
    tags: INITIAL,
    minShareCount: 2,
  },
  {
    name: 'cart-lines',
    test: /src\/(?:stores\/cart-|rules\/cart-line|islands\/(?:cart\/|form\/use-draft)|ui\/(?:TotalRow|use-typed))/,
    tags: INITIAL,
    minShareCount: 2,
  },
  {
    name: 'cards',
    test: /src\/(?:islands\/(?:ProductGrid|product-card)|stores\/(?:product-|search-))/,
    tags: INITIAL,
    minShareCount: 2,
  },
]

export const scriptGroups = groups.map((group, index) => ({
  ...group,
  priority: groups.length - index,
}))
