import { EventEmitter } from 'node:events'
import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { startEnabledOidcProvider } from '#src/preview/oidc-provider.ts'
import { type ReleaseWatcher, watchCurrentRelease } from '#src/publish/hosting/file-table.ts'
import { PublishError } from '#src/publish/publish-error.ts'
import { startPublishQueue } from '#src/publish/queue/publish-queue.ts'
import type { Release } from '#src/publish/release/release.ts'
import { getReleasesDir } from '#src/publish/release/releases.ts'
import { codeHash } from '#src/publish/render/code-hash.ts'
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
import { warmSearch } from '#src/server/shop/catalog/search.ts'
import { startWarming } from '#src/server/shop/media/warm.ts'
import { openBackend } from './backend.ts'
import { MAX_CONNECTIONS_PER_ADDRESS } from './connection-limits.ts'
import { exitWithError, printLine, stopwatch } from './console-output.ts'
import { closeServer, getPort, listen, toLoopbackOrigin, toOrigin } from './listen.ts'
import { startMetrics } from './metrics.ts'
import { openPublisher, publishForParent, publishInChild, publishSite } from './publish-at-start.ts'
import { createRootListener, type RootListener } from './request-listener.ts'
import { readSettings, root } from './settings.ts'
import { createShutdownSignal, waitForAbort } from './shutdown.ts'
import {
  checkDemoAccounts,
  checkLiveRelease,
  checkNames,
  checkSettings,
  reportFindings,
} from './startup-checks.ts'
import { formatStartupMessage } from './startup-message.ts'
import { compileStudio, followStudio } from './studio/compile-studio.ts'

let code: string | undefined
/** Hash of the code that this process runs: of the files at the first call. */
function getCode(): string {
  code ??= codeHash(root)
  return code
}

/**
 * Starts the parts of the shop one after the other.
 * @param parts stops them, the last one first.
 */
async function startParts(
  build: boolean,
  parts: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<void> {
  const since = stopwatch()
  const settings = readSettings()
  reportFindings([...checkNames(Object.keys(process.env)), ...checkSettings(settings)])

  await assertAnswers(settings.DATA_DIR)
  // A taken port ends the start before the database is opened.
  const releases = watchCurrentRelease(settings.DATA_DIR)
  const shop = createRootListener(settings, releases.getFileTable, () => signal.aborted)
  const server = await listen(shop.listener, settings.HOST, settings.PORT, {
    perAddress: settings.TRUSTED_PROXIES > 0 ? undefined : MAX_CONNECTIONS_PER_ADDRESS,
  })
  const port = getPort(server)
  const origin = toOrigin(settings.HOST, port)
  const env: ServerEnv = { ...settings, SITE_URL: settings.SITE_URL ?? origin }
  printLine(`${brand.name} is opening at ${origin}.`)

  parts.defer(await startEnabledOidcProvider(env, origin))

  const events = new EventEmitter<ServerEvents>()
  let db: Db | undefined
  if (env.METRICS_PORT !== undefined) {
    const getReleaseId = () => releases.getFileTable()?.id
    const metrics = await startMetrics(env.HOST, env.METRICS_PORT, {
      getReleaseId,
      getDb: () => db,
      readFreeBytes: watchFreeBytes(env.DATA_DIR),
      readLastBackup: watchFolder(() => findLastBackup(env.BACKUP_DIR)),
      events,
    })
    parts.defer(metrics.stop)
    metrics.countResponses(server)
  }

  // It also fills an empty database, whose pictures take memory.
  const isFirst = build && releases.getFileTable() === undefined
  const firstPublish = isFirst ? await publishInChild(env, signal) : undefined

  const renderer = parts.use(
    createOnDemandRenderer({
      releases: getReleasesDir(env.DATA_DIR),
      getRelease: releases.getRelease,
      getCode,
      readContent: () => readSiteContent(deps, deps.db),
      log: (...line) => deps.log(...line),
    }),
  )
  const backend = await openBackend(env, printLine, {
    events,
    signal,
    renderPage: renderer.renderProduct,
    renderPath: async (path, change) =>
      renderer.renderPath(path, change(await backend.catalog.read())),
  })
  parts.defer(backend.close)
  const { deps } = backend
  db = deps.db
  reportFindings(await checkDemoAccounts(env, db))
  parts.defer(startJobs(deps).stop)
  parts.defer(() => closeServer(server))
  shop.attachBackend(backend, renderer)
  signal.throwIfAborted()

  const apiUrl = `${toLoopbackOrigin(settings.HOST, port)}/api`
  const publisher = build
    ? parts.use(openPublisher(backend, { apiUrl, onLive: releases.show, signal }))
    : undefined
  // Where nothing is published now, or every page.
  if (!publisher?.hasCurrentCode()) warmSearch(deps)
  if (publisher) await publishSite({ deps, publisher, releases, firstPublish, signal })
  else {
    reportFindings(checkLiveRelease(env.DATA_DIR, assertPublished(releases, env), getCode()))
    printLine('This process does not publish what editors save: npm start does.')
  }
  for (const line of formatStartupMessage(env, origin, since())) printLine(line)
  // A killed process writes no cache at its end.
  flushCompileCache()

  // After the build, which needs the processor first.
  const studioOpened = openStudio(env, shop.showStudio, build, signal)
  parts.defer(() => studioOpened)
  parts.defer(startWarming(deps).stop)
  if (!publisher) return

  parts.defer(startPublishQueue({ deps, publisher }).stop)
  parts.defer(await listenToOthers(deps))
  // A failure shows at the first save, which would wait longer if both read every product at once.
  void publisher
    .warm()
    .catch(() => {})
    .then(() => warmSearch(deps))
}

/** Serves the studio once it is compiled. The shop is open without it. */
async function openStudio(
  { DATA_DIR: dataDir }: ServerEnv,
  show: RootListener['showStudio'],
  build: boolean,
  signal: AbortSignal,
): Promise<void> {
  try {
    const options = { root, dataDir, onProgress: printLine, signal }
    if (build) show(await compileStudio(options))
    else await followStudio(options, show)
  } catch (error) {
    if (!signal.aborted) printLine(error instanceof PublishError ? error.message : String(error))
  }
}

function assertPublished(releases: ReleaseWatcher, { DATA_DIR }: ServerEnv): Release {
  const release = releases.getRelease()
  if (release) return release
  throw new StartupError(
    `There is no release in ${getReleasesDir(DATA_DIR)} yet: npm start publishes one there, on this machine or on one that shares the folder.`,
  )
}

async function runShop(build: boolean): Promise<void> {
  const signal = createShutdownSignal()
  await using parts = new AsyncDisposableStack()
  try {
    await startParts(build, parts, signal)
    await waitForAbort(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

const { values } = parseArgs({
  options: {
    build: { type: 'boolean', default: true },
    'only-publish': { type: 'boolean', default: false },
  },
  allowNegative: true,
})

const run = values['only-publish'] ? publishForParent() : runShop(values.build)
run.then(() => process.exit(0), exitWithError)
