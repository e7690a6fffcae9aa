import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#src/contract/values.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const [overview = ''] = read('docs/architecture.md').split('## A call')

/** Which folder may import which, below src: the table of docs/architecture.md. */
const MAY_IMPORT = new Map(
  [...overview.matchAll(/^\| `([\w-]+)` +\| ([^|]+) \| [^|]+ \|$/gm)].map(
    ([, folder = '', cell = '']) => {
      const names = cell.replaceAll(/\([^)]*\)/g, '').split(',')
      return [folder, [folder, ...names.map((name) => name.trim())]]
    },
  ),
)

/** Folders whose code reaches browsers: shapes are types there, and checks stay on the server. */
const SHIPS =
  /^src\/(?:rules|api-client|assistants\/browser|stores|ui|page-scripts|islands|components|layouts)\//

/** Packages that only make sense in Node. */
const NODE_ONLY = /^(?:node:|zod$|kysely|hono|@hono\/|pg$|sharp$|jose$|nodemailer$)/

const IMPORT =
  /(?:^|[\s;>])(?:import|export)\s+(type\s)?(?:[^'"()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

interface Import {
  from: string
  typeOnly: boolean
}

function importsOf(source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, type, from, dynamic]) => ({
    from: from ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }))
}

/** Where below src an import leads; undefined for a package. */
function targetOf(file: string, { from }: Import): string | undefined {
  const path = from.replace(/\?\w+$/, '')
  if (path.startsWith('#src/')) return path.slice('#src/'.length)
  if (path.startsWith('.')) return posix.relative('src', posix.join(posix.dirname(file), path))
  return undefined
}

const within = (target: string, place: string): boolean =>
  target === place || target.startsWith(`${place}/`)

// Wildcards leave out folders with a dot.
const sources = ['src/*/**/*.{ts,tsx,astro,js}', 'src/pages/.well-known/*']
const files = globSync(sources, { cwd: root }).toSorted()
const folderOf = (file: string) => file.split('/')[1] ?? ''

describe('the import table', () => {
  test('names the folders that have code', () => {
    const folders = new Set(files.map(folderOf))
    folders.delete('assets')
    expect([...MAY_IMPORT.keys()].toSorted()).toEqual([...folders].toSorted())
  })

  test.each([...MAY_IMPORT])('src/%s imports only what it may', (folder, allowed) => {
    const wrong = files
      .filter((file) => folderOf(file) === folder)
      .flatMap((file) =>
        importsOf(read(file))
          .map((imported) => targetOf(file, imported))
          .filter((target) => target !== undefined && !allowed.some((rule) => within(target, rule)))
          .map((target) => `${file} → ${target}`),
      )
    expect(wrong).toEqual([])
  })

  test('no page has a script that is fetched before its largest paint', () => {
    const early = files.filter(
      (file) => file.endsWith('.astro') && /<script(?![^>]*is:inline)/.test(read(file)),
    )
    // The sign-in window has nothing else, and the offline page keeps its script with itself.
    expect(early).toEqual(['src/pages/oauth/callback.astro', 'src/pages/offline.astro'])
  })

  test('names other folders by #src, with the ending', () => {
    const wrong = files.flatMap((file) =>
      importsOf(read(file))
        .filter(({ from }) => {
          const target = targetOf(file, { from, typeOnly: false })
          if (target === undefined) return false
          const leaves = from.startsWith('.') && target.split('/')[0] !== folderOf(file)
          return leaves || !/\.\w+$/.test(target)
        })
        .map(({ from }) => `${file} → ${from}`),
    )
    expect(wrong).toEqual([])
  })
})

/** The floors of the server, and which other floors each may import: the second table of docs/architecture.md. */
const FLOORS = new Map(
  [...overview.matchAll(/^\| `(server\/\w+)` +\| ([^|]+) \|/gm)].map(
    ([, floor = '', cell = '']) => [floor, [floor, ...cell.split(',').map((name) => name.trim())]],
  ),
)

/** A feature is a folder of a floor, or a file that stands directly there. */
const featureOf = (path: string): string => path.split('/').slice(0, 3).join('/')

/** Every import within the server, also of types: the file below src, and what it imports. */
const serverImports = files
  .filter((file) => file.startsWith('src/server/'))
  .flatMap((file) =>
    importsOf(read(file))
      .map((imported) => targetOf(file, imported))
      .filter((target) => target?.startsWith('server/'))
      .map((target = '') => ({ file: file.slice('src/'.length), target })),
  )

/** @returns the features of a circle of imports, the first one at both ends; undefined without a circle. */
function findCircle(imports: { file: string; target: string }[]): string[] | undefined {
  const targets = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [featureOf(file), featureOf(target)]
    if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  }
  const done = new Set<string>()
  function visit(feature: string, path: string[]): string[] | undefined {
    if (path.includes(feature)) return [...path.slice(path.indexOf(feature)), feature]
    if (done.has(feature)) return undefined
    for (const next of targets.get(feature) ?? []) {
      const circle = visit(next, [...path, feature])
      if (circle) return circle
    }
    done.add(feature)
    return undefined
  }
  for (const feature of targets.keys()) {
    const circle = visit(feature, [])
    if (circle) return circle
  }
  return undefined
}

describe('the floors of the server', () => {
  test('are the folders of the table', () => {
    const folders = globSync('src/server/*/', { cwd: root }).map((path) => path.split('/')[2])
    const floors = [...FLOORS.keys()].map((floor) => floor.split('/')[1])
    expect(folders.toSorted()).toEqual([...floors, 'jobs'].toSorted())
  })

  test.each([...FLOORS])('%s imports nothing of a floor above it', (floor, allowed) => {
    const wrong = serverImports.filter(
      ({ file, target }) => within(file, floor) && !allowed.some((name) => within(target, name)),
    )
    expect(wrong).toEqual([])
  })

  test('no two features import each other, also through others', () => {
    expect(serverImports.length).toBeGreaterThan(500)
    expect(findCircle(serverImports)).toBeUndefined()
  })

  test('a circle of features is found', () => {
    const imports = [
      ['server/shop/cart/a.ts', 'server/shop/catalog/b.ts'],
      ['server/shop/catalog/c.ts', 'server/core/deps.ts'],
      ['server/core/deps.ts', 'server/shop/cart/d.ts'],
    ].map(([file = '', target = '']) => ({ file, target }))
    expect(findCircle(imports.slice(0, 2))).toBeUndefined()
    const circle = ['server/shop/cart', 'server/shop/catalog', 'server/core/deps.ts']
    expect(findCircle(imports)).toEqual([...circle, 'server/shop/cart'])
  })
})

/** The floor that declares each table: the `tables.ts` of a feature adds it to `Database`. */
const TABLE_FLOORS = new Map(
  files
    .filter((file) => file.startsWith('src/server/') && file.endsWith('/tables.ts'))
    .flatMap((file) => {
      const [, added = ''] = /interface Database \{([^}]*)\}/.exec(read(file)) ?? []
      const names = [...added.matchAll(/^\s+(\w+): /gm)].map(([, name = '']) => name)
      return names.map((name) => [name, file.split('/')[2] ?? ''] as const)
    }),
)

/** A table in a call of Kysely, or in SQL. */
const TABLE =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|(?:inner|left|right|full)Join|sql\.table)\(\s*\[?\s*'(\w+)|\b(?:from|join|update|into) "?(\w+)/g

/** The tables that the SQL of a source names; those of texts in comments are no tables. */
const tablesOf = (source: string): Set<string> => {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|^import .*$/gm, '')
  const named = [...code.matchAll(TABLE)].flatMap(([, called, written]) => called ?? written ?? [])
  return new Set(named.filter((name) => TABLE_FLOORS.has(name)))
}

describe('the SQL of a floor', () => {
  test('names no table of a floor above it', () => {
    expect(TABLE_FLOORS.size).toBeGreaterThan(50)
    const upward = files
      .filter(
        (file) => /^src\/server\/(?:core|shop)\//.test(file) && !file.includes('/migrations/'),
      )
      .flatMap((file) => {
        const floor = file.split('/')[2] ?? ''
        const allowed = FLOORS.get(`server/${floor}`) ?? []
        return [...tablesOf(read(file))]
          .filter((table) => !allowed.includes(`server/${TABLE_FLOORS.get(table)}`))
          .map((table) => `${file} → ${table}`)
      })
    expect(upward).toEqual([])
  })

  test('is found in calls and in texts', () => {
    const source = "db.selectFrom('product').innerJoin('launch', 'a', 'b') // from release"
    expect([...tablesOf(source)]).toEqual(['product', 'launch'])
    expect([...tablesOf('sql`delete from "order" where id = 1`')]).toEqual(['order'])
  })
})

describe('what ships to browsers', () => {
  const shipped = files.filter((file) => SHIPS.test(file))

  /** What of the contract is there when it runs: these import nothing, so that no schema comes with them. */
  const AT_RUN_TIME = ['contract/values.ts', 'contract/form-limits.ts', 'contract/normal-text.ts']

  test('takes shapes as types; only values and names in normal form are there when it runs', () => {
    const wrong = shipped.flatMap((file) =>
      importsOf(read(file))
        .filter(({ typeOnly }) => !typeOnly)
        .map((imported) => targetOf(file, imported))
        .filter((target) => target?.startsWith('contract/') && !AT_RUN_TIME.includes(target))
        .map((target) => `${file} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('needs nothing of Node', () => {
    const browser = shipped.filter((file) => !file.endsWith('.astro'))
    const wrong = browser.flatMap((file) =>
      importsOf(read(file))
        .filter(({ from, typeOnly }) => !typeOnly && NODE_ONLY.test(from))
        .map(({ from }) => `${file} → ${from}`),
    )
    expect(wrong).toEqual([])
  })

  test('needs nothing that browsers have on https alone', () => {
    const inBrowsers = files.filter((file) => /^src\/studio\//.test(file) || SHIPS.test(file))
    const wrong = inBrowsers.filter((file) => /crypto\.(?:randomUUID\(|subtle\.)/.test(read(file)))
    expect(wrong).toEqual([])
  })

  test.each(AT_RUN_TIME)('%s itself imports nothing', (file) => {
    expect(importsOf(read(`src/${file}`))).toEqual([])
  })
})

describe('controls of islands and studio', () => {
  const CONTROL = /<(?:button|select|textarea|dialog)\b|<input\b[\s\S]*?\/>/g
  /** What nobody sees has no look: another element shows whether it is chosen. A file has the browser's button. */
  const WITHOUT_A_LOOK = /\stype="(?:file|hidden)"|\shidden\b|\sclassName="sr-only"/
  /** Inputs of another look than a field or a tick, and what draws it. */
  const OTHER_LOOKS = new Map([
    ['src/islands/BuyBox.tsx', 'the quantity: its label has the height and the frame of a button'],
    ['src/islands/SearchField.tsx', 'the search: its form has the frame, around its button too'],
    ['src/islands/product/ReviewForm.tsx', 'a star: the drawing beside it, and those before it'],
  ])

  const listOwnControls = (source: string): string[] =>
    (source.match(CONTROL) ?? []).filter((tag) => !WITHOUT_A_LOOK.test(tag))

  test('are those of src/ui', () => {
    const own = files.filter(
      (file) =>
        /^src\/(?:islands|studio)\/.*\.tsx$/.test(file) && listOwnControls(read(file)).length > 0,
    )
    expect(own).toEqual([...OTHER_LOOKS.keys()])
    expect(own.flatMap((file) => listOwnControls(read(file)))).toEqual(
      own.map(() => expect.stringMatching(/^<input/)),
    )
  })

  test('of another kind are found, those without a look are not', () => {
    expect(
      listOwnControls(`<button type="button">…</button>
<input
  ref={input}
  onChange={(event) => setText(event.target.value)}
/>
<input type="hidden" name="scripts" /><input type="radio" className="sr-only" />
<Input name="search" /><Select><option /></Select>`),
    ).toEqual(['<button', expect.stringMatching(/^<input\n/)])
  })
})

describe('how code is written', () => {
  const FORBIDDEN = {
    'a docstring is a sentence with a subject, or names its thing': /\/\*\*(?:\s+\*)?\s+Of\b/,
    'properties are written one by one, not spread to save a line': /\.\.\.\{ (?!\}|\.\.\.)/,
    'a dependency of a hook is left out with a reason':
      /biome-ignore lint\/correctness\/useExhaustiveDependencies(?:: ?)?$/m,
  }
  const written = globSync(['{src,tests,tools,scripts,lab,config}/**/*.{ts,tsx,astro,js}'], {
    cwd: root,
  })
    // Here the forbidden texts stand.
    .filter((file) => file !== 'tests/architecture.test.ts')

  test.each(Object.entries(FORBIDDEN))('%s', (_, pattern) => {
    expect(written.length).toBeGreaterThan(1_000)
    expect(written.filter((file) => pattern.test(read(file)))).toEqual([])
  })

  test('what is forbidden is found', () => {
    const examples = [
      '/** Of theirs. */\n',
      'const item = { ...{ id, label }, name }',
      '// biome-ignore lint/correctness/useExhaustiveDependencies:\nuseEffect(run)',
    ]
    expect(
      Object.values(FORBIDDEN).map((pattern, index) => pattern.test(examples[index] ?? '')),
    ).toEqual([true, true, true])
  })
})

test('SQL is in queries.ts files and migrations only', () => {
  /** Kysely's query builders, and its `sql` template tag. */
  const SQL =
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(?:<[^`]*>)?`/
  const MAY_HAVE_SQL =
    /\/(?:[\w-]+-)?queries\.ts$|^src\/server\/core\/db\/(?:migrations\/|migrate\.ts$)/
  const withSql = files.filter(
    (file) => /^src\/(?:server|run|publish|catalog)\//.test(file) && SQL.test(read(file)),
  )
  expect(withSql.length).toBeGreaterThan(5)
  expect(withSql.filter((file) => !MAY_HAVE_SQL.test(file))).toEqual([])
})

test('tables of money have one update, which names the expected states', () => {
  const UPDATE =
    /updateTable\('(?:order|payment|refund|return_request)'|update "?(?:order|payment|refund|return_request)\b/
  const updating = files.filter((file) => file.startsWith('src/') && UPDATE.test(read(file)))
  expect(updating.filter((file) => !file.includes('/migrations/'))).toEqual([])
  expect("db.updateTable('refund').set(change)").toMatch(UPDATE)
})

test('only METHOD_RULES asks for a payment method by its name', () => {
  const names = PAYMENT_METHODS.join('|')
  const ASKS = new RegExp(
    `(?:[=(]\\s*|\\bcase\\s+|\\bin\\s*\\()'(?:${names})'|'(?:${names})'\\s*[!=]==|METHOD_RULES(?:\\.|\\[')(?:${names})\\b`,
  )
  const RULES = 'src/rules/orders/payment-methods.ts'
  expect(read(RULES)).toMatch(ASKS)
  const asking = files.filter(
    (file) => !/\/(?:migrations|preview)\//.test(file) && ASKS.test(read(file)),
  )
  expect(asking).toEqual([RULES])
  for (const example of [
    "order.method === 'cod'",
    "'cod' === method",
    "`method = 'cod'`",
    "case 'transfer':",
    "ORDERS.includes('razorpay')",
    'METHOD_RULES.cod',
  ])
    expect(example).toMatch(ASKS)
})

test('imports of every kind are read', () => {
  const source = `import a, {
  b,
} from '#src/a/a.ts?raw'
import type { C } from "../c/c.ts"
import '#src/styles/d.css'
export { e } from './e.ts'
const f = await import('#src/f/f.ts')`
  expect(
    importsOf(source).map((imported) => [targetOf('src/x/y.ts', imported), imported.typeOnly]),
  ).toEqual([
    ['a/a.ts', false],
    ['c/c.ts', true],
    ['styles/d.css', false],
    ['x/e.ts', false],
    ['f/f.ts', false],
  ])
})
