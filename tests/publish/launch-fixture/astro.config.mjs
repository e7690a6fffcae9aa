import { defineConfig } from 'astro/config'

/** The smallest site that can be published: as many kinds of pages, next to nothing on them. */
export default defineConfig({
  site: 'http://localhost:4321',
  trailingSlash: 'never',
  cacheDir: process.env['FIXTURE_CACHE_DIR'],
  build: { format: 'file', inlineStylesheets: 'never' },
  security: { csp: true },
  vite: { build: { assetsInlineLimit: 0 } },
})
