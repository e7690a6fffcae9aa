import type { RequestListener } from 'node:http'
import { dev } from 'astro'
import { startEnabledOidcProvider } from '#src/preview/oidc-provider.ts'
import { NOT_FOUND_TEXT, textHeaders, toHeaderOptions } from '#src/publish/hosting/headers.ts'
import { brand } from '#src/rules/brand.ts'
import { STUDIO_PATH } from '#src/rules/paths.ts'
import { StartupError } from '#src/server/core/startup-error.ts'
import { startJobs } from '#src/server/jobs/jobs.ts'
import { openBackend } from './backend.ts'
import { exitWithError, printLine, stopwatch } from './console-output.ts'
import { assertPortFree, closeServer, getPort, listen, toOrigin } from './listen.ts'
import { createApiListener } from './request-listener.ts'
import { readSettings, root } from './settings.ts'
import { createShutdownSignal, waitForAbort } from './shutdown.ts'
import { toSiteEnv } from './site-env.ts'
import { formatStartupMessage } from './startup-message.ts'
import { compileStudio } from './studio/compile-studio.ts'
import { createStudio, createStudioGate, type Studio } from './studio/serve-studio.ts'

const LOOPBACK = '127.0.0.1'

const notFound: RequestListener = (_request, response) => {
  response.writeHead(404, textHeaders).end(NOT_FOUND_TEXT)
}

/** Compiles the studio again if a page of it is opened after a change. */
const compileOnOpen =
  (studio: Studio, dataDir: string): RequestListener =>
  (request, response) => {
    const isPage = request.headers['sec-fetch-mode'] === 'navigate'
    const ready = isPage
      ? compileStudio({ root, dataDir, onProgress: printLine }).then(studio.show)
      : Promise.resolve()
    ready
      .catch((error: unknown) => printLine(String(error)))
      .finally(() => studio.listener(request, response))
  }

/** Runs Astro's development server, which proxies `/api`, `/dev` and `/studio` to another port. */
async function startDevServer(): Promise<void> {
  const since = stopwatch()
  const signal = createShutdownSignal()
  await using parts = new AsyncDisposableStack()
  const settings = readSettings()
  if (settings.PORT === 0) throw new StartupError('npm run dev needs a fixed PORT, not 0.')
  await assertPortFree(settings.HOST, settings.PORT)
  const origin = toOrigin(settings.HOST, settings.PORT)
  // Each opened page reads the whole catalogue, which is limited to 60 calls an hour.
  const env = { ...settings, LIMITS: false, SITE_URL: settings.SITE_URL ?? origin }
  printLine(`${brand.name} is opening for development at ${origin}.`)
  parts.defer(await startEnabledOidcProvider(env, origin))
  const backend = await openBackend(env, printLine, 'all')
  parts.defer(backend.close)
  parts.defer(startJobs(backend.deps, 'all').stop)
  const apiListener = createApiListener(backend.app)
  const studio = createStudio(toHeaderOptions(env), () => undefined)
  const gate = createStudioGate(backend.deps, compileOnOpen(studio, env.DATA_DIR), notFound)
  const api = await listen(
    (request, response) =>
      (request.url?.startsWith(STUDIO_PATH) ? gate : apiListener)(request, response),
    LOOPBACK,
    0,
  )
  parts.defer(() => closeServer(api))

  const apiOrigin = `http://${LOOPBACK}:${getPort(api)}`
  Object.assign(process.env, toSiteEnv(env, backend.keepsOrders), { API_URL: `${apiOrigin}/api` })
  const proxy = { '^/api(/|$)': apiOrigin, '^/dev(/|$)': apiOrigin, '^/studio(/|$)': apiOrigin }
  const site = await dev({
    root,
    logLevel: 'warn',
    // With 'never', Astro rejects `/api/wishlist/` before the proxy sees it.
    trailingSlash: 'ignore',
    server: { host: env.HOST, port: env.PORT },
    vite: { server: { strictPort: true, proxy } },
  })
  parts.defer(() => site.stop())
  for (const line of formatStartupMessage(env, origin, since())) printLine(line)
  await waitForAbort(signal)
}

startDevServer().then(() => process.exit(0), exitWithError)
