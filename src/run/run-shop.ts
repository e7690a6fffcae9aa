import { EventEmitter } from 'node:events'
import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { startEnabledOidcProvider } from '#src/preview/oidc-provider.ts'
import { type ReleaseWatcher, watchCurrentRelease } from '#src/publish/hosting/file-table.ts'
import type { Release } from '#src/publish/release/release.ts'
import { getReleasesDir } from '#src/publish/release/releases.ts'
import { createOnDemandRenderer } from '#src/publish/render/on-demand-renderer.ts'
import { brand } from '#src/rules/brand.ts'
import { findLastBackup } from '#src/server/core/backup/backup.ts'
import { readSiteContent } from '#src/server/core/content/read-content.ts'
import { assertAnswers, watchFolder, watchFreeBytes } from '#src/server/core/data-dir.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import type { ServerEvents } from '#src/server/core/deps.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { listenToOthers } from '#src/server/core/publish-requests/channel-queries.ts'
import { StartupError } from '#src/server/core/startup-error.ts'
import { startJobs } from '#src/server/jobs/jobs.ts'
import { warmSearch } from '#src/server/shop/catalog/run-catalog-task.ts'
import { openBackend } from './backend.ts'
import { MAX_CONNECTIONS_PER_ADDRESS } from './connection-limits.ts'
import { exitWithError, printLine, stopwatch } from './console-output.ts'
import { createDeskProcess, type DeskProcess } from './desk-process.ts'
import { createDeskProxy } from './desk-proxy.ts'
import { sendApiError } from './invalid-requests.ts'
import { closeServer, getPort, listen, toLoopbackOrigin, toOrigin } from './listen.ts'
import { startMetrics } from './metrics.ts'
import { publishForParent, publishInChild } from './publish-at-start.ts'
import { createRootListener } from './request-listener.ts'
import { runDesk } from './run-desk.ts'
import { getCode, readSettings } from './settings.ts'
import { createShutdownSignal, waitForAbort } from './shutdown.ts'
import {
  checkDemoAccounts,
  checkLiveRelease,
  checkNames,
  checkSettings,
  reportFindings,
} from './startup-checks.ts'
import { formatStartupMessage } from './startup-message.ts'

interface ShopOptions {
  /** Whether the desk publishes saves. */
  build: boolean
  /** Serves shoppers only, without a desk. */
  isShopOnly: boolean
}

/**
 * Starts the parts of the shop in order.
 * @param parts stops them in reverse order.
 */
async function startParts(
  { build, isShopOnly }: ShopOptions,
  parts: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<void> {
  const since = stopwatch()
  const settings = readSettings()
  reportFindings([...checkNames(Object.keys(process.env)), ...checkSettings(settings)])

  await assertAnswers(settings.DATA_DIR)
  // The server listens first, so that a port in use stops the start before the database is opened.
  const releases = watchCurrentRelease(settings.DATA_DIR)
  let isOpen = false
  let desk: DeskProcess | undefined
  const shop = createRootListener(
    settings,
    releases.getFileTable,
    () => signal.aborted || !isOpen,
    isShopOnly
      ? (_request, response) => sendApiError(response, 404)
      : createDeskProxy(settings, () => desk?.getSocket()),
  )
  const server = await listen(shop.listener, settings.HOST, settings.PORT, {
    perAddress: settings.TRUSTED_PROXIES > 0 ? undefined : MAX_CONNECTIONS_PER_ADDRESS,
  })
  const port = getPort(server)
  const origin = toOrigin(settings.HOST, port)
  const env: ServerEnv = { ...settings, SITE_URL: settings.SITE_URL ?? origin }
  printLine(`${brand.name} is opening at ${origin}.`)

  parts.defer(await startEnabledOidcProvider(env, origin))

  const events = new EventEmitter<ServerEvents>()
  events.on('released', () => void releases.refresh())
  let db: Db | undefined
  if (env.METRICS_PORT !== undefined) {
    const getReleaseId = () => releases.getFileTable()?.id
    const metrics = await startMetrics(env.HOST, env.METRICS_PORT, {
      getReleaseId,
      getDeskSocket: () => desk?.getSocket(),
      getDb: () => db,
      readFreeBytes: watchFreeBytes(env.DATA_DIR),
      readLastBackup: watchFolder(() => findLastBackup(env.BACKUP_DIR)),
      events,
    })
    parts.defer(metrics.stop)
    metrics.countResponses(server)
  }

  // The child process also fills an empty database, whose pictures need memory.
  const isFirst = build && releases.getFileTable() === undefined
  const firstPublish = isFirst ? await publishInChild(env, signal) : undefined
  await releases.refresh()

  const renderer = parts.use(
    createOnDemandRenderer({
      releases: getReleasesDir(env.DATA_DIR),
      getRelease: releases.getRelease,
      getCode,
      readContent: () => readSiteContent(deps, deps.db),
      log: (...line) => deps.log(...line),
    }),
  )
  const backend = await openBackend(env, printLine, 'shop', {
    events,
    signal,
    ...(!isShopOnly && { isDeskUp: () => desk?.getSocket() !== undefined }),
  })
  parts.defer(backend.close)
  const { deps } = backend
  db = deps.db
  reportFindings(await checkDemoAccounts(env, db))
  parts.defer(startJobs(deps, 'shop').stop)
  if (!build)
    reportFindings(checkLiveRelease(env.DATA_DIR, assertPublished(releases, env), getCode()))
  if (!isShopOnly) {
    const deskEnv = { ...process.env, SITE_URL: env.SITE_URL }
    desk = await createDeskProcess(env.DATA_DIR, { events, log: deps.log, env: deskEnv })
    // Streams end before the server waits for its last answers. The desk ends after them.
    signal.addEventListener('abort', desk.end)
    parts.defer(desk.stop)
  }
  parts.defer(() => closeServer(server))
  shop.attachBackend(backend, renderer)
  signal.throwIfAborted()

  const apiUrl = `${toLoopbackOrigin(settings.HOST, port)}/api`
  const deskOpened = desk?.open({ origin, apiUrl, build, firstPublish })
  deskOpened?.catch(() => {})
  // Warms caches before the shop is ready, so that no shopper has to wait.
  await Promise.all([warmSearch(deps), backend.app.request('/api/products/get-all-products')])
  await desk?.listened
  isOpen = true
  await deskOpened
  if (!build) printLine('This process does not publish what editors save: npm start does.')
  for (const line of formatStartupMessage(env, origin, since())) printLine(line)
  // A killed process cannot write its cache at the end.
  flushCompileCache()
  parts.defer(await listenToOthers(deps))
}

function assertPublished(releases: ReleaseWatcher, { DATA_DIR }: ServerEnv): Release {
  const release = releases.getRelease()
  if (release) return release
  throw new StartupError(
    `There is no release in ${getReleasesDir(DATA_DIR)} yet: npm start publishes one there, on this machine or on one that shares the folder.`,
  )
}

async function runShop(options: ShopOptions): Promise<void> {
  process.title = 'kairavi shop'
  const signal = createShutdownSignal()
  await using parts = new AsyncDisposableStack()
  try {
    await startParts(options, parts, signal)
    await waitForAbort(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

const { values } = parseArgs({
  options: {
    build: { type: 'boolean', default: true },
    shop: { type: 'boolean', default: false },
    desk: { type: 'boolean', default: false },
    'only-publish': { type: 'boolean', default: false },
  },
  allowNegative: true,
})

const run = async () => {
  if (values['only-publish']) await publishForParent()
  else if (values.desk) await runDesk()
  else await runShop({ build: values.build && !values.shop, isShopOnly: values.shop })
}
// The shop process reports why the desk did not open.
const onError = values.desk ? () => process.exit(1) : exitWithError
run().then(() => process.exit(0), onError)
