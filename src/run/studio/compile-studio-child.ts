import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import { build, type Plugin } from 'vite'
import { toInlineScript } from '#src/channels/inline-script.ts'

// Compiles the studio. Argument: the folder to write to.

const outDir = process.argv[2] ?? ''
const toPath = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const readScript = (name: string) => readFileSync(toPath(`page-scripts/${name}.js`), 'utf8')

/** Scripts before the first paint, which pages of the shop have too. */
const inlineScripts: Plugin = {
  name: 'kairavi:studio-inline-scripts',
  transformIndexHtml: () => [
    {
      tag: 'script',
      injectTo: 'head-prepend',
      children: toInlineScript(readScript('ignore-transition-errors'), readScript('first-paint')),
    },
  ],
}

/** The studio uses the API of its own host. The site takes the API's address from its settings. */
const apiUrl: Plugin = {
  name: 'kairavi:studio-api-url',
  resolveId: { filter: { id: /^astro:env\/client$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0astro:env\/client$/ },
    handler: () => "export const PUBLIC_API_URL = '/api'",
  },
}

await build({
  root: toPath('studio'),
  base: '/studio/',
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [tailwind(), inlineScripts, apiUrl],
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [toPath('studio/index.html'), toPath('studio/edit-link.tsx')],
      output: {
        // Pages of the shop refer to this file, so its name has no hash.
        entryFileNames: ({ name }) =>
          name === 'edit-link' ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
    // Newer than Vite's default, so that light-dark() is kept.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
})
