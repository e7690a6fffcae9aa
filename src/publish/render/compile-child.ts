import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AstroIntegration, build } from 'astro'
import type { SiteRoute } from './compile.ts'
import { collectImports, type ModuleImports } from './page-modules.ts'

// Compiles the site with pages that are rendered on demand. Arguments: the folder to write to.

// The publisher has exited, so this build could never be published.
process.on('disconnect', () => process.exit(1))

const outDir = process.argv[2] ?? ''
let siteRoutes: SiteRoute[] = []
let moduleImports: ModuleImports = {}

/** Astro's adapter for the publisher, which renders pages with `app.render` (render-thread.ts). */
const adapter: AstroIntegration = {
  name: 'kairavi:publisher',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'kairavi:publisher',
        entrypointResolution: 'auto',
        serverEntrypoint: fileURLToPath(new URL('./compiled-app.ts', import.meta.url)),
        supportedAstroFeatures: {
          serverOutput: 'stable',
          staticOutput: 'stable',
          hybridOutput: 'stable',
          sharpImageService: 'stable',
          envGetSecret: 'stable',
        },
      }),
    'astro:route:setup': ({ route }) => {
      route.prerender = false
    },
    'astro:routes:resolved': ({ routes }) => {
      siteRoutes = routes
        .filter(({ entrypoint }) => entrypoint.startsWith('src/pages/'))
        .map(({ pattern, params, type }) => ({ pattern, params, isPage: type === 'page' }))
    },
  },
}

/** The line of an error that names the cause, and the file in which it is. */
function formatReason(error: unknown): string {
  const { message = String(error), loc } = Object(error) as {
    message?: string
    loc?: { file?: string }
  }
  const lines = message
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\w*Error: )?(?:\[vite\]:? )?/, '').trim())
  const reason = lines.find((line) => line !== '' && !line.startsWith('Build failed with'))
  return [reason ?? message, loc?.file && `in ${loc.file}`].filter(Boolean).join(' ')
}

try {
  await build({
    root: process.cwd(),
    outDir,
    // Routes with getStaticPaths are reported as warnings, since the publisher knows their paths.
    logLevel: 'error',
    adapter,
    // One file without imports from node_modules starts faster, and runs in any folder.
    vite: {
      environments: { ssr: { resolve: { noExternal: true } } },
      plugins: [
        collectImports((imports) => {
          moduleImports = imports
        }),
      ],
    },
  })
  writeFileSync(join(outDir, 'routes.json'), JSON.stringify(siteRoutes))
  // Beside the app, with which it is copied.
  writeFileSync(join(outDir, 'server/modules.json'), JSON.stringify(moduleImports))
  process.exit(0)
} catch (error) {
  process.stderr.write(`\n${formatReason(error)}`, () => process.exit(1))
}
