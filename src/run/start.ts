import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createPreviewRenderer } from '#src/publish/preview-renderer.ts'
import { createPublisher, type Publisher } from '#src/publish/publish.ts'
import { PublishError } from '#src/publish/publish-error.ts'
import type { Release } from '#src/publish/release.ts'
import { getReleasesDir, listReleases } from '#src/publish/releases.ts'
import { rollBack } from '#src/publish/roll-back.ts'
import { brand } from '#src/rules/brand.ts'
import {
  type CatalogueReader,
  createCatalogueReader,
} from '#src/server/catalog/catalogue-reader.ts'
import type { Db } from '#src/server/deps.ts'
import { findPublishResult } from '#src/server/editor/queries.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { startWarming } from '#src/server/media/warm.ts'
import { StartupError } from '#src/server/startup-error.ts'
import { type Backend, openBackend } from './backend.ts'
import { startBackgroundJobs } from './background-jobs.ts'
import { MAX_CONNECTIONS_PER_ADDRESS } from './connection-limits.ts'
import { printLine, stopwatch } from './console-output.ts'
import { exitWithError } from './exit-with-error.ts'
import { closeServer, getPort, listen, toLoopbackOrigin, toOrigin } from './listen.ts'
import { startMetrics } from './metrics.ts'
import { startOidcProvider } from './oidc-provider.ts'
import {
  createProgressReporter,
  type PublishQueue,
  recordPublish,
  startPublishQueue,
} from './publish-queue.ts'
import { createRootListener, type RootListener } from './request-listener.ts'
import { readSettings, root } from './settings.ts'
import {
  type CleanupStack,
  createCleanupStack,
  createShutdownSignal,
  waitForAbort,
} from './shutdown.ts'
import { toHeaderOptions } from './site/headers.ts'
import { type ReleaseWatcher, watchCurrentRelease } from './site/release-watcher.ts'
import { writeSiteFolder } from './site/site-folder.ts'
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
}

/** Listens first: a taken port ends the start before the database is opened. */
async function startServer(cleanup: CleanupStack, signal: AbortSignal): Promise<RunningServer> {
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

/** The publisher of this process: at the start, and for every change of the catalogue. */
function openPublisher(
  { backend, env, apiUrl }: RunningServer,
  catalogue: CatalogueReader,
  signal: AbortSignal,
): Publisher {
  const releases = getReleasesDir(resolve(env.DATA_DIR))
  const writeFolder = (folder: string, release: Release) =>
    writeSiteFolder(releases, folder, release, toHeaderOptions(env))
  const publisher = createPublisher({
    root,
    dataDir: env.DATA_DIR,
    apiUrl: env.API_URL ?? apiUrl,
    catalogue: env.API_URL ? undefined : catalogue,
    env: toSiteEnv(env),
    onProgress: printLine,
    onPages: createProgressReporter(backend.deps, printLine),
    onRelease: env.SITE_FOLDER ? writeFolder : undefined,
    acceptFewer: env.ACCEPT_FEWER,
    signal,
  })
  return {
    ...publisher,
    async publish(options) {
      const result = await publisher.publish(options)
      // The live release may be of a time without the setting.
      if (env.SITE_FOLDER && !result.built)
        await writeFolder(join(releases, result.release.id), result.release)
      return result
    },
  }
}

/** Publishes the catalogue, unless an editor has rolled the site back to the release that is live. */
async function publishSite(
  { backend: { deps }, env, releases }: RunningServer,
  publisher: Publisher,
): Promise<void> {
  const since = stopwatch()
  const pinned = (await findPublishResult(deps.db))?.pinned
  if (pinned && releases.getRouteTable()?.id === pinned) {
    printLine(`The site stays at the release ${pinned}, to which it was rolled back.`)
    return
  }
  const published = await publisher.publish().catch((error: unknown) => {
    throw releases.getRouteTable() ? addServeHint(error) : error
  })
  releases.refresh()
  if (published.built)
    await recordPublish({ deps, listReleases: listKept(env) }, deps.db, published, [])
  if (published.built) printLine(`The site is built, in ${since()}.`)
}

const listKept =
  ({ DATA_DIR }: ServerEnv) =>
  () =>
    listReleases(getReleasesDir(DATA_DIR))

/** Renders drafts for the studio. @returns a function that ends it. */
function openPreview({ backend, env }: RunningServer): () => Promise<void> {
  const renderer = createPreviewRenderer({ root, dataDir: env.DATA_DIR, env: toSiteEnv(env) })
  backend.deps.renderPage = renderer.render
  return async () => renderer[Symbol.asyncDispose]()
}

/** Publishes what editors save, from now on. */
function publishChanges(
  { backend, env, releases }: RunningServer,
  catalogue: CatalogueReader,
  publisher: Publisher,
): PublishQueue {
  const queue = startPublishQueue({
    deps: backend.deps,
    publisher,
    rollBack: (id) => rollBack(env.DATA_DIR, id),
    listReleases: listKept(env),
    onPublished: releases.show,
  })
  backend.deps.onCatalogueChange = (change) => {
    if (change) catalogue.note(change)
    queue.wake(change === undefined)
  }
  return queue
}

const addServeHint = (error: unknown): unknown =>
  error instanceof PublishError
    ? new PublishError(
        `${error.message.replace(/\.$/, '')}; npm run serve serves the last good site meanwhile.`,
        { cause: error },
      )
    : error

function assertPublished(releases: ReleaseWatcher): void {
  if (releases.getRouteTable()) return
  throw new StartupError('There is no built site yet: npm start builds one and serves it.')
}

async function start(build: boolean): Promise<void> {
  const since = stopwatch()
  const signal = createShutdownSignal()
  const cleanup = createCleanupStack()
  try {
    const running = await startServer(cleanup, signal)
    signal.throwIfAborted()
    const catalogue = createCatalogueReader(running.backend.deps)
    const publisher = openPublisher(running, catalogue, signal)
    cleanup.add(async () => publisher[Symbol.asyncDispose]())
    if (build) await publishSite(running, publisher)
    else assertPublished(running.releases)
    for (const line of formatStartupMessage(running.env, running.origin, since())) printLine(line)
    // After the build, which needs the processor first.
    const studioOpened = openStudio(running, build, signal)
    cleanup.add(() => studioOpened)
    cleanup.add(openPreview(running))
    cleanup.add(startWarming(running.backend.deps).stop)
    if (build) {
      cleanup.add(publishChanges(running, catalogue, publisher).stop)
      // A failure shows at the first save.
      publisher.warm().catch(() => {})
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
  options: { build: { type: 'boolean', default: true } },
  allowNegative: true,
})

start(values.build).then(() => process.exit(0), exitWithError)
