import { parseArgs } from 'node:util'
import { publish } from '#src/publish/publish.ts'
import { PublishError } from '#src/publish/publish-error.ts'
import { brand } from '#src/rules/brand.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { startWarming } from '#src/server/media/warm.ts'
import { StartupError } from '#src/server/startup-error.ts'
import { type Backend, openBackend } from './backend.ts'
import { startBackgroundJobs } from './background-jobs.ts'
import { MAX_CONNECTIONS_PER_ADDRESS } from './connection-limits.ts'
import { printLine, stopwatch } from './console-output.ts'
import { exitWithError } from './exit-with-error.ts'
import { closeServer, getPort, listen, toLoopbackOrigin, toOrigin } from './listen.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { createRootListener } from './request-listener.ts'
import { readSettings, root } from './settings.ts'
import {
  type CleanupStack,
  createCleanupStack,
  createShutdownSignal,
  waitForAbort,
} from './shutdown.ts'
import { type ReleaseWatcher, watchCurrentRelease } from './site/release-watcher.ts'
import { toSiteEnv } from './site-env.ts'
import { formatStartupMessage } from './startup-message.ts'

interface Opened {
  shop: Backend
  env: ServerEnv
  address: string
  /** Root of the API as this process reaches it. */
  apiUrl: string
  live: ReleaseWatcher
}

/** Listens first, so that a taken port stops everything before anything is touched. */
async function open(open: CleanupStack): Promise<Opened> {
  const given = readSettings()
  const live = watchCurrentRelease(given.DATA_DIR)
  const answers = createRootListener(given, live.table)
  const server = await listen(answers.listener, given.HOST, given.PORT, {
    perAddress: given.TRUSTED_PROXIES > 0 ? undefined : MAX_CONNECTIONS_PER_ADDRESS,
  })
  const port = getPort(server)
  const address = toOrigin(given.HOST, port)
  const env: ServerEnv = { ...given, SITE_URL: given.SITE_URL ?? address }
  printLine(`${brand.name} is opening at ${address}.`)

  await startOidcProvider(env, address, open)
  const shop = await openBackend(env, printLine)
  open.add(shop.close)
  const background = startBackgroundJobs(shop.deps)
  open.add(background.stop)
  open.add(() => closeServer(server))
  answers.attachBackend(shop)
  return { shop, env, address, apiUrl: `${toLoopbackOrigin(given.HOST, port)}/api`, live }
}

async function bringUpToDate({ env, apiUrl, live }: Opened, signal: AbortSignal): Promise<void> {
  const since = stopwatch()
  const { built } = await publish({
    root,
    dataDir: env.DATA_DIR,
    apiUrl,
    env: toSiteEnv(env),
    onProgress: printLine,
    acceptFewer: env.ACCEPT_FEWER,
    signal,
  }).catch((error: unknown) => {
    throw live.table() ? withWayOn(error) : error
  })
  live.refresh()
  if (built) printLine(`The site is built, in ${since()}.`)
}

const withWayOn = (error: unknown): unknown =>
  error instanceof PublishError
    ? new PublishError(
        `${error.message.replace(/\.$/, '')}; npm run serve serves the last good site meanwhile.`,
        { cause: error },
      )
    : error

function assertPublished(live: ReleaseWatcher): void {
  if (live.table()) return
  throw new StartupError('There is no built site yet: npm start builds one and serves it.')
}

async function start(build: boolean): Promise<void> {
  const since = stopwatch()
  const signal = createShutdownSignal()
  const opened = createCleanupStack()
  try {
    const running = await open(opened)
    signal.throwIfAborted()
    if (build) await bringUpToDate(running, signal)
    else assertPublished(running.live)
    for (const line of formatStartupMessage(running.env, running.address, since())) printLine(line)
    // Not before: pictures made ahead would take the build's time.
    opened.add(startWarming(running.shop.deps).stop)
    await waitForAbort(signal)
  } catch (error) {
    if (!signal.aborted) {
      await opened.closeAll()
      throw error
    }
  }
  await opened.closeAll()
}

const { values } = parseArgs({
  options: { build: { type: 'boolean', default: true } },
  allowNegative: true,
})

start(values.build).then(() => process.exit(0), exitWithError)
