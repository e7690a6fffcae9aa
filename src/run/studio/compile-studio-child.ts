import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import { build, type Plugin } from 'vite'
import { joinInlineScripts } from '#src/rules/inline-script.ts'
import { toThemeScript } from '#src/rules/theme.ts'

// Compiles the studio. Arguments: the folder to write to.

const outDir = process.argv[2] ?? ''
const toPath = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The theme is set before the first paint, as on the pages of the shop. */
const themeScript: Plugin = {
  name: 'kairavi:studio-theme',
  transformIndexHtml: () => [
    {
      tag: 'script',
      injectTo: 'head-prepend',
      children: joinInlineScripts(
        toThemeScript(readFileSync(toPath('components/chrome/theme-first-paint.js'), 'utf8')),
      ),
    },
  ],
}

await build({
  root: toPath('studio'),
  base: '/studio/',
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [tailwind(), themeScript],
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Newer than Vite's default, so that light-dark() is not compiled away.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
})
