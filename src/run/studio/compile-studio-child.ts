import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import { build, type Plugin } from 'vite'
import { toInlineScript } from '#src/rules/inline-script.ts'

// Compiles the studio. Arguments: the folder to write to.

const outDir = process.argv[2] ?? ''
const toPath = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const readScript = (name: string) => readFileSync(toPath(`page-scripts/${name}.js`), 'utf8')

/** What pages of the shop run before the first paint, too: the theme, and the way from a page of the shop. */
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

await build({
  root: toPath('studio'),
  base: '/studio/',
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [tailwind(), inlineScripts],
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Newer than Vite's default, so that light-dark() is not compiled away.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
})
