import { dev } from 'astro'
import { brand } from '#src/rules/brand.ts'
import { StartupError } from '#src/server/startup-error.ts'
import { openBackend } from './backend.ts'
import { startBackgroundJobs } from './background-jobs.ts'
import { printLine, stopwatch } from './console-output.ts'
import { exitWithError } from './exit-with-error.ts'
import { assertPortFree, closeServer, getPort, listen, toOrigin } from './listen.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { createApiListener } from './request-listener.ts'
import { readSettings, root } from './settings.ts'
import { createCleanupStack, createShutdownSignal, waitForAbort } from './shutdown.ts'
import { toSiteEnv } from './site-env.ts'
import { formatStartupMessage } from './startup-message.ts'

const LOOPBACK = '127.0.0.1'

/** Runs Astro's development server, which proxies `/api` and `/dev` to the API on another port. */
async function startDevServer(): Promise<void> {
  const since = stopwatch()
  const signal = createShutdownSignal()
  const cleanup = createCleanupStack()
  const settings = readSettings()
  if (settings.PORT === 0) throw new StartupError('npm run dev needs a fixed PORT, not 0.')
  await assertPortFree(settings.HOST, settings.PORT)
  const origin = toOrigin(settings.HOST, settings.PORT)
  const env = { ...settings, SITE_URL: settings.SITE_URL ?? origin }
  try {
    printLine(`${brand.name} is opening for development at ${origin}.`)
    await startOidcProvider(env, origin, cleanup)
    const backend = await openBackend(env, printLine)
    cleanup.add(backend.close)
    cleanup.add(startBackgroundJobs(backend.deps).stop)
    const api = await listen(createApiListener(backend), LOOPBACK, 0)
    cleanup.add(() => closeServer(api))

    const apiOrigin = `http://${LOOPBACK}:${getPort(api)}`
    Object.assign(process.env, toSiteEnv(env), { API_URL: `${apiOrigin}/api` })
    const proxy = { '^/api(/|$)': apiOrigin, '^/dev(/|$)': apiOrigin }
    const site = await dev({
      root,
      logLevel: 'warn',
      // With 'never', Astro rejects `/api/wishlist/` before the proxy gets it.
      trailingSlash: 'ignore',
      server: { host: env.HOST, port: env.PORT },
      vite: { server: { strictPort: true, proxy } },
    })
    cleanup.add(() => site.stop())
    for (const line of formatStartupMessage(env, origin, since())) printLine(line)
    await waitForAbort(signal)
  } finally {
    await cleanup.closeAll()
  }
}

startDevServer().then(() => process.exit(0), exitWithError)
