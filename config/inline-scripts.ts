import { readFileSync } from 'node:fs'
import { minifySync, type Plugin } from 'vite'

/** The source of an inline script as pages carry it. */
export function readMinified(path: string): string {
  const { code, errors } = minifySync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return code
}

/** `import source from './x.js?raw'` gives a component its minified source. */
export const inlineScripts: Plugin = {
  name: 'kairavi:inline-scripts',
  enforce: 'pre',
  load: {
    filter: { id: /\/src\/page-scripts\/.*\.js\?raw$/ },
    handler: (id) => `export default ${JSON.stringify(readMinified(id.replace(/\?raw$/, '')))}`,
  },
}
