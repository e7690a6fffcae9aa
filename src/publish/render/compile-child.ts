import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AstroIntegration, build } from 'astro'
import type { SiteRoute } from './compile.ts'
import { collectImports, type ModuleImports } from './page-modules.ts'

// Compiles the site for pages that are rendered on demand. Its argument is the folder to write to.

// After the publisher has exited, no one could publish this build.
process.on('disconnect', () => process.exit(1))

const outDir = process.argv[2] ?? ''
let siteRoutes: SiteRoute[] = []
let moduleImports: ModuleImports = {}

/** Adapter of Astro for the publisher, which renders pages with `app.render` (render-thread.ts). */
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

/** Returns the line of an error that names the cause, and the file with it. */
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
    // Astro warns of routes with getStaticPaths, but the publisher knows their paths.
    logLevel: 'error',
    adapter,
    // A single file without imports from node_modules starts faster, and runs in any folder.
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
  // Written beside the app, because both are copied together.
  writeFileSync(join(outDir, 'server/modules.json'), JSON.stringify(moduleImports))
  process.exit(0)
} catch (error) {
  process.stderr.write(`\n${formatReason(error)}`, () => process.exit(1))
}
