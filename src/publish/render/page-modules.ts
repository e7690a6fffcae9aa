import type { Plugin } from 'vite'

/** The files that each script of the compiled site imports, and those that they import in turn; by URL path, largest first. */
export type ModuleImports = Record<string, string[]>

/** A plugin of Vite that reports the imports of the site's scripts. */
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

const getAttribute = (island: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(island)?.[1] ?? ''

/**
 * Names the scripts of a page's islands with all that they import, so that the browser fetches them together
 * (src/page-scripts/after-paint.js) and not one level of imports after the other.
 */
export function nameModules(html: string, imports: ModuleImports): string {
  const entries = html
    .split('<astro-island ')
    .slice(1)
    .filter((island) => getAttribute(island, 'client') === 'painted')
    .flatMap((island) =>
      ['renderer-url', 'component-url'].map((name) => getAttribute(island, name)),
    )
  const modules = new Set([...entries.flatMap((entry) => imports[entry] ?? []), ...entries])
  return html.replace('<html', () => `<html data-modules="${[...modules].join(' ')}"`)
}
