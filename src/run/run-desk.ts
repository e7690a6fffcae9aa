import { EventEmitter } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { flushCompileCache } from 'node:module'
import { watchCurrentRelease } from '#src/publish/hosting/file-table.ts'
import { PublishError } from '#src/publish/publish-error.ts'
import { startPublishQueue } from '#src/publish/queue/publish-queue.ts'
import type { Release } from '#src/publish/release/release.ts'
import { getReleasesDir } from '#src/publish/release/releases.ts'
import { createOnDemandRenderer } from '#src/publish/render/on-demand-renderer.ts'
import { readSiteContent } from '#src/server/core/content/read-content.ts'
import type { ServerEvents } from '#src/server/core/deps.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { notifyOthers } from '#src/server/core/publish-requests/channel-queries.ts'
import { startJobs } from '#src/server/jobs/jobs.ts'
import { startWarming } from '#src/server/shop/media/warm.ts'
import { openBackend } from './backend.ts'
import { printLine, printStack, toErrorMessage } from './console-output.ts'
import { type DeskMessage, type DeskStart, STOP_MS, shareEvents } from './desk-messages.ts'
import { closeServer, MAX_HEADER_BYTES } from './listen.ts'
import { createProcessMetrics, METRICS_PATH } from './metrics.ts'
import { openPublisher, publishSite } from './publish-at-start.ts'
import { createRootListener, type RootListener } from './request-listener.ts'
import { getCode, readSettings, root } from './settings.ts'
import { waitForAbort } from './shutdown.ts'
import { compileStudio, followStudio } from './studio/compile-studio.ts'

/** Room for headers that the shop process adds. */
const ADDED_HEADER_BYTES = 1_024

const send = (message: DeskMessage) => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** Receives the start message of the shop, then its events and orders. */
function followShop() {
  const start = Promise.withResolvers<DeskStart>()
  const ending = new AbortController()
  const stopping = new AbortController()
  const events = new EventEmitter<ServerEvents>()
  const emitReceived = shareEvents(events, send)
  const stop = () => {
    ending.abort()
    stopping.abort()
    // Exits even if something hangs, because without its shop no one else stops the desk.
    setTimeout(() => process.exit(1), STOP_MS).unref()
  }
  process.on('message', (message: DeskMessage) => {
    if ('start' in message) start.resolve(message.start)
    else if ('event' in message) emitReceived(message.event)
    else if ('order' in message && message.order === 'end') ending.abort()
    else if ('order' in message) stop()
  })
  process.once('disconnect', stop)
  process.once('SIGTERM', stop)
  // A terminal sends SIGINT to the shop too. The shop answers pending calls, and then stops the desk.
  process.on('SIGINT', () => {})
  return { start: start.promise, ending: ending.signal, stopping: stopping.signal, events }
}

type Shop = Omit<ReturnType<typeof followShop>, 'start' | 'stopping'>

async function startParts(
  { socket, origin, apiUrl, build, firstPublish, isRestart }: DeskStart,
  { events, ending: signal }: Shop,
  parts: AsyncDisposableStack,
): Promise<void> {
  const settings = readSettings()
  const env: ServerEnv = {
    ...settings,
    SITE_URL: settings.SITE_URL ?? origin,
    // The shop is one more proxy.
    TRUSTED_PROXIES: settings.TRUSTED_PROXIES + 1,
  }
  const releases = watchCurrentRelease(env.DATA_DIR)
  parts.defer(releases.stop)
  events.on('released', () => void releases.refresh())
  const renderer = parts.use(
    createOnDemandRenderer({
      releases: getReleasesDir(env.DATA_DIR),
      getRelease: releases.getRelease,
      getCode,
      readContent: () => readSiteContent(deps, deps.db),
      log: (...line) => deps.log(...line),
    }),
  )
  const backend = await openBackend(env, () => {}, 'desk', {
    events,
    signal,
    renderPage: renderer.renderProduct,
    renderPath: async (path, change) =>
      renderer.renderPath(path, change(await backend.catalog.read())),
  })
  parts.defer(backend.close)
  const { deps } = backend
  const desk = createRootListener(env, releases.getFileTable)
  desk.attachBackend(backend, renderer)
  const metrics =
    env.METRICS_PORT === undefined ? undefined : await createProcessMetrics('desk', events)
  const server = createServer(
    // The shop process has limits for these.
    { requestTimeout: 0, headersTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES + ADDED_HEADER_BYTES },
    (request, response) => {
      if (metrics && request.url === METRICS_PATH) void metrics.answer(response)
      else desk.listener(request, response)
    },
  )
  rmSync(socket, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  parts.defer(() => closeServer(server))
  parts.defer(startJobs(deps, 'desk').stop)
  send({ state: 'listening' })

  if (build) {
    const onLive = (release: Release) => {
      releases.show(release)
      events.emit('released')
      void notifyOthers(deps, deps.db, 'released').catch(() => {})
    }
    const publisher = parts.use(openPublisher(backend, { apiUrl, onLive, signal }))
    const published = publishSite({ deps, publisher, releases, firstPublish, signal }).then(() =>
      // A child process publishes all pages, without an event here.
      events.emit('released'),
    )
    published.catch(() => {})
    // After a restart, saves do not wait for it, and its failure is recorded.
    if (!isRestart) await published
    parts.defer(startPublishQueue({ deps, publisher }).stop)
    // A failure shows at the first save.
    void publisher.warm().catch(() => {})
  }
  send({ state: 'opened' })
  // A killed process cannot write its cache at the end.
  flushCompileCache()
  // After the publish, which needs the processor first.
  const studioOpened = openStudio(env, desk.showStudio, build, signal)
  parts.defer(() => studioOpened)
  parts.defer(startWarming(deps).stop)
}

/** Serves the studio after it is compiled. The shop is open without it. */
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

/** Runs the desk as a child process of the shop. */
export async function runDesk(): Promise<void> {
  process.title = 'kairavi desk'
  const { start, stopping, ...shop } = followShop()
  await using parts = new AsyncDisposableStack()
  try {
    await startParts(await start, shop, parts)
    await waitForAbort(stopping)
  } catch (error) {
    if (shop.ending.aborted) return
    printStack(error)
    await new Promise((sent) => process.send?.({ failed: toErrorMessage(error) }, sent))
    throw error
  }
}
