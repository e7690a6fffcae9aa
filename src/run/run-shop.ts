import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { createPreviewRenderer } from '#src/publish/render/preview-renderer.ts'
import type { Publisher } from '#src/publish/publisher.ts'
import { PublishError } from '#src/publish/publish-error.ts'
import { brand } from '#src/rules/brand.ts'
import {
  type CatalogueReader,
  createCatalogueReader,
} from '#src/server/catalog/catalogue-reader.ts'
import type { Db, Deps } from '#src/server/deps.ts'
import { listenForChanges } from '#src/server/editor/channel-queries.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { startWarming } from '#src/server/media/warm.ts'
import { StartupError } from '#src/server/startup-error.ts'
import { type Backend, openBackend } from './backend.ts'
import { startBackgroundJobs } from './background-jobs.ts'
import { MAX_CONNECTIONS_PER_ADDRESS } from './connection-limits.ts'
import { exitWithError, printLine, stopwatch } from './console-output.ts'
import { closeServer, getPort, listen, toLoopbackOrigin, toOrigin } from './listen.ts'
import { startMetrics } from './metrics.ts'
import { startOidcProvider } from './oidc-provider.ts'
import {
  openPublisher,
  type PublishedByChild,
  publishForParent,
  publishInChild,
  publishSite,
} from './publish-at-start.ts'
import { startPublishQueue } from '#src/publish/queue/publish-queue.ts'
import { createRootListener, type RootListener } from './request-listener.ts'
import { readSettings, root } from './settings.ts'
import {
  type CleanupStack,
  createCleanupStack,
  createShutdownSignal,
  waitForAbort,
} from './shutdown.ts'
import { type ReleaseWatcher, watchCurrentRelease } from '#src/publish/hosting/route-table.ts'
import { toSiteEnv } from './site-env.ts'
import { checkDemoAccounts, checkSettings, reportFindings } from './startup-checks.ts'
import { formatStartupMessage } from './startup-message.ts'
import { compileStudio, findStudio } from './studio/compile-studio.ts'

interface RunningServer {
  backend: Backend
  env: ServerEnv
  origin: string
  /** Root URL of the API for this process. */
  apiUrl: string
  releases: ReleaseWatcher
  showStudio: RootListener['showStudio']
  /** The first release of all, which another process has published. */
  firstPublish: PublishedByChild | undefined
}

/** Listens first: a taken port ends the start before the database is opened. */
async function startServer(
  build: boolean,
  cleanup: CleanupStack,
  signal: AbortSignal,
): Promise<RunningServer> {
  const settings = readSettings()
  reportFindings(checkSettings(settings))
  const releases = watchCurrentRelease(settings.DATA_DIR)
  const root = createRootListener(settings, releases.getRouteTable, () => signal.aborted)
  const server = await listen(root.listener, settings.HOST, settings.PORT, {
    perAddress: settings.TRUSTED_PROXIES > 0 ? undefined : MAX_CONNECTIONS_PER_ADDRESS,
  })
  const port = getPort(server)
  const origin = toOrigin(settings.HOST, port)
  const env: ServerEnv = { ...settings, SITE_URL: settings.SITE_URL ?? origin }
  printLine(`${brand.name} is opening at ${origin}.`)

  await startOidcProvider(env, origin, cleanup)
  let db: Db | undefined
  const metrics =
    env.METRICS_PORT === undefined
      ? undefined
      : await startMetrics(env.HOST, env.METRICS_PORT, {
          getReleaseId: () => releases.getRouteTable()?.id,
          getDb: () => db,
        })
  if (metrics) cleanup.add(metrics.stop)
  metrics?.countResponses(server)
  // It also fills an empty database, whose pictures take memory.
  const isFirst = build && releases.getRouteTable() === undefined
  const firstPublish = isFirst ? await publishInChild(env, signal) : undefined
  const backend = await openBackend(env, printLine, metrics?.onRequest)
  db = backend.deps.db
  backend.deps.signal = signal
  cleanup.add(backend.close)
  reportFindings(await checkDemoAccounts(env, backend.deps.db))
  cleanup.add(startBackgroundJobs(backend.deps).stop)
  cleanup.add(() => closeServer(server))
  root.attachBackend(backend)
  return {
    backend,
    env,
    origin,
    apiUrl: `${toLoopbackOrigin(settings.HOST, port)}/api`,
    releases,
    showStudio: root.showStudio,
    firstPublish,
  }
}

/** Serves the studio once it is compiled. The shop is open without it. */
async function openStudio(
  { env, showStudio }: RunningServer,
  build: boolean,
  signal: AbortSignal,
): Promise<void> {
  const options = { root, dataDir: env.DATA_DIR, onProgress: printLine, signal }
  try {
    const compiled = build ? await compileStudio(options) : findStudio(env.DATA_DIR)
    if (compiled) showStudio(compiled)
    else printLine('There is no studio yet: npm run build builds it.')
  } catch (error) {
    if (!signal.aborted) printLine(error instanceof PublishError ? error.message : String(error))
  }
}

/** Renders drafts for the studio. @returns a function that ends it. */
function openPreview({ backend, env }: RunningServer): () => Promise<void> {
  const renderer = createPreviewRenderer({ root, dataDir: env.DATA_DIR, env: toSiteEnv(env) })
  backend.deps.renderPage = renderer.render
  return async () => renderer[Symbol.asyncDispose]()
}

/** Publishes what editors save, from now on. @returns a function that ends it. */
async function publishChanges(
  { backend, releases }: RunningServer,
  catalogue: CatalogueReader,
  publisher: Publisher,
): Promise<() => Promise<void>> {
  const { deps } = backend
  const queue = startPublishQueue({ deps, publisher, onPublished: releases.show })
  const onCatalogueChange: Deps['onCatalogueChange'] = (change) => {
    if (change) catalogue.note(change)
    queue.wake(change === undefined)
  }
  deps.onCatalogueChange = onCatalogueChange
  const stopListening = await listenForChanges(deps, onCatalogueChange)
  return async () => {
    await stopListening()
    await queue.stop()
  }
}

/** Until an editor comes, the publisher's thread and the catalogue take no memory. */
function warmForEditors({ backend: { deps } }: RunningServer, publisher: Publisher): void {
  deps.onStaffRequest = () => {
    delete deps.onStaffRequest
    // A failure shows at the first save.
    publisher.warm().catch(() => {})
  }
}

function assertPublished(releases: ReleaseWatcher): void {
  if (releases.getRouteTable()) return
  throw new StartupError('There is no built site yet: npm start builds one and serves it.')
}

async function start(build: boolean): Promise<void> {
  const since = stopwatch()
  const signal = createShutdownSignal()
  const cleanup = createCleanupStack()
  try {
    const running = await startServer(build, cleanup, signal)
    signal.throwIfAborted()
    const catalogue = createCatalogueReader(running.backend.deps)
    const publisher = openPublisher(running, catalogue, signal)
    cleanup.add(async () => publisher[Symbol.asyncDispose]())
    if (build) await publishSite(publisher, { ...running, deps: running.backend.deps, signal })
    else {
      assertPublished(running.releases)
      printLine('This process does not publish what editors save: npm start does.')
    }
    for (const line of formatStartupMessage(running.env, running.origin, since())) printLine(line)
    // A killed process writes no cache at its end.
    flushCompileCache()
    // After the build, which needs the processor first.
    const studioOpened = openStudio(running, build, signal)
    cleanup.add(() => studioOpened)
    cleanup.add(openPreview(running))
    cleanup.add(startWarming(running.backend.deps).stop)
    if (build) {
      cleanup.add(await publishChanges(running, catalogue, publisher))
      warmForEditors(running, publisher)
    }
    await waitForAbort(signal)
  } catch (error) {
    if (!signal.aborted) {
      await cleanup.closeAll()
      throw error
    }
  }
  await cleanup.closeAll()
}

const { values } = parseArgs({
  options: {
    build: { type: 'boolean', default: true },
    'only-publish': { type: 'boolean', default: false },
  },
  allowNegative: true,
})

const run = values['only-publish'] ? publishForParent() : start(values.build)
run.then(() => process.exit(0), exitWithError)
