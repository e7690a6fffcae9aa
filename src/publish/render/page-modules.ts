import type { Plugin } from 'vite'

/** All files that each script of the compiled site imports, also indirectly; by URL path, largest first. */
export type ModuleImports = Record<string, string[]>

/** Returns a plugin of Vite that reports the imports of the scripts of the site. */
export const collectImports = (onImports: (imports: ModuleImports) => void): Plugin => ({
  name: 'kairavi:module-imports',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const chunks = new Map<string, { imports: string[]; size: number }>()
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        chunks.set(file.fileName, { imports: file.imports, size: file.code.length })
    const getSize = (name: string) => chunks.get(name)?.size ?? 0
    const follow = (name: string, found: Set<string>): Set<string> => {
      for (const imported of chunks.get(name)?.imports ?? [])
        if (!found.has(imported)) follow(imported, found.add(imported))
      return found
    }
    const toPath = (name: string) => `/${name}`
    onImports(
      Object.fromEntries(
        [...chunks.keys()].map((name) => [
          toPath(name),
          [...follow(name, new Set())].sort((a, b) => getSize(b) - getSize(a)).map(toPath),
        ]),
      ),
    )
  },
})

const ROOT = '<html'
const ISLAND = '<astro-island '

const getAttribute = (island: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(island)?.[1] ?? ''

/** Lists the opening tags of the islands of a page. `>` is escaped in their attributes. */
function* listIslands(html: Buffer): Generator<string> {
  let start = html.indexOf(ISLAND)
  while (start >= 0) {
    const end = html.indexOf('>', start)
    yield html.toString('latin1', start, end)
    start = html.indexOf(ISLAND, end)
  }
}

/**
 * Writes the scripts of the islands of a page, with all their imports, into the page. The browser then fetches them
 * together (src/page-scripts/after-paint.js) and not one level of imports after the other. The page stays in bytes,
 * because decoding it takes longer.
 */
export function nameModules(html: Buffer, imports: ModuleImports): Buffer {
  const root = html.indexOf(ROOT)
  if (root < 0) return html
  const modules = new Set<string>()
  const entries = new Set<string>()
  for (const island of listIslands(html)) {
    if (getAttribute(island, 'client') !== 'painted') continue
    for (const name of ['renderer-url', 'component-url']) entries.add(getAttribute(island, name))
  }
  for (const entry of entries) for (const path of imports[entry] ?? []) modules.add(path)
  for (const entry of entries) modules.add(entry)
  const start = root + ROOT.length
  const attribute = Buffer.from(` data-modules="${[...modules].join(' ')}"`)
  return Buffer.concat([html.subarray(0, start), attribute, html.subarray(start)])
}
