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

/** Astro's development server in front; `/api` and `/dev` go to our own API on an inner port. */
async function develop(): Promise<void> {
  const since = stopwatch()
  const signal = createShutdownSignal()
  const opened = createCleanupStack()
  const given = readSettings()
  if (given.PORT === 0) throw new StartupError('npm run dev needs a PORT of its own, 0 is none.')
  await assertPortFree(given.HOST, given.PORT)
  const address = toOrigin(given.HOST, given.PORT)
  const env = { ...given, SITE_URL: given.SITE_URL ?? address }
  try {
    printLine(`${brand.name} is opening for development at ${address}.`)
    await startOidcProvider(env, address, opened)
    const shop = await openBackend(env, printLine)
    opened.add(shop.close)
    opened.add(startBackgroundJobs(shop.deps).stop)
    const api = await listen(createApiListener(shop), LOOPBACK, 0)
    opened.add(() => closeServer(api))

    const inner = `http://${LOOPBACK}:${getPort(api)}`
    Object.assign(process.env, toSiteEnv(env), { API_URL: `${inner}/api` })
    const proxy = { '^/api(/|$)': inner, '^/dev(/|$)': inner }
    const site = await dev({
      root,
      logLevel: 'warn',
      // Astro would refuse `/api/wishlist/` before it is passed on.
      trailingSlash: 'ignore',
      server: { host: env.HOST, port: env.PORT },
      vite: { server: { strictPort: true, proxy } },
    })
    opened.add(() => site.stop())
    for (const line of formatStartupMessage(env, address, since())) printLine(line)
    await waitForAbort(signal)
  } finally {
    await opened.closeAll()
  }
}

develop().then(() => process.exit(0), exitWithError)
