import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { ReleaseWatcher } from '#src/publish/hosting/file-table.ts'
import { writeSiteFolder } from '#src/publish/hosting/header-files.ts'
import { toHeaderOptions } from '#src/publish/hosting/headers.ts'
import { PublishError } from '#src/publish/publish-error.ts'
import { createPublisher, type Publisher, type PublishResult } from '#src/publish/publisher.ts'
import { createProgressReporter } from '#src/publish/queue/publish-queue.ts'
import { recordFailure } from '#src/publish/queue/record-failure.ts'
import { recordPublish } from '#src/publish/queue/record-publish.ts'
import type { Release } from '#src/publish/release/release.ts'
import { openReleases } from '#src/publish/release/releases.ts'
import type { Deps } from '#src/server/core/deps.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { findPublishResult } from '#src/server/core/publish-requests/queries.ts'
import { type Backend, openBackend } from './backend.ts'
import { printLine, printStack, stopwatch, toErrorMessage } from './console-output.ts'
import { readSettings, root } from './settings.ts'
import { createShutdownSignal } from './shutdown.ts'
import { toSiteEnv } from './site-env.ts'
import { checkDemoAccounts, reportFindings } from './startup-checks.ts'

interface SharedOptions {
  apiUrl: string
  onLive?: (release: Release) => void
  signal: AbortSignal
}

/** Opens the publisher of this process, for the start and for every change of the catalogue. */
export function openPublisher(
  { deps, catalog, keepsOrders }: Backend,
  { apiUrl, onLive, signal }: SharedOptions,
): Publisher {
  const { env } = deps
  const writeFolder = (folder: string, release: Release) =>
    writeSiteFolder(folder, release, toHeaderOptions(env))
  const onWait = () => printLine('Another publish is running, waiting for it.')
  const onRelease = env.SITE_FOLDER ? writeFolder : undefined
  return createPublisher({
    root,
    releases: openReleases(env.DATA_DIR, { onWait, onRelease, onLive, signal }),
    apiUrl: env.API_URL ?? apiUrl,
    catalog: env.API_URL ? undefined : catalog,
    env: toSiteEnv(env, keepsOrders),
    onProgress: printLine,
    onPages: createProgressReporter(deps, printLine),
    acceptFewer: env.ACCEPT_FEWER,
    signal,
  })
}

export type PublishedByChild = Pick<PublishResult, 'built' | 'rendered'>
/** Message of a process with `--only-publish` to its parent. */
type PublishReply = PublishedByChild | { error: string }

/**
 * Publishes in a child process, because rendering every page takes memory that this process would keep.
 * @throws PublishError if the live release stays.
 */
export async function publishInChild(
  env: ServerEnv,
  signal: AbortSignal,
): Promise<PublishedByChild> {
  const child = fork(join(root, 'src/run/start.js'), ['--only-publish'], {
    // Without the memory limits of a server.
    execArgv: [],
    env: { ...process.env, SITE_URL: env.SITE_URL },
  })
  const stop = () => child.kill()
  signal.addEventListener('abort', stop)
  const reply = await new Promise<PublishReply>((resolveReply) => {
    child.once('message', resolveReply)
    child.once('close', () => resolveReply({ error: 'The process of the publish has ended.' }))
  })
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if ('error' in reply) throw new PublishError(reply.error)
  return reply
}

/** Runs in the child process of `publishInChild`. */
export async function publishForParent(): Promise<void> {
  const since = stopwatch()
  process.once('disconnect', () => process.exit(1))
  const signal = createShutdownSignal()
  const env = readSettings()
  const reply = await (async (): Promise<PublishReply> => {
    const backend = await openBackend(env, printLine, 'all')
    reportFindings(await checkDemoAccounts(env, backend.deps.db))
    await using publisher = openPublisher(backend, { apiUrl: '', signal })
    const { built, rendered } = await publisher.publish()
    if (built) printLine(`The site is built, in ${since()}.`)
    return { built, rendered }
  })().catch((error: unknown) => {
    printStack(error)
    return { error: toErrorMessage(error) }
  })
  await new Promise((sent) => process.send?.(reply, sent))
}

const addServeHint = (error: unknown): unknown =>
  error instanceof PublishError
    ? new PublishError(
        `${error.message.replace(/\.$/, '')}; npm run serve serves the last good site meanwhile.`,
        { cause: error },
      )
    : error

interface SiteToPublish {
  deps: Deps
  publisher: Publisher
  releases: ReleaseWatcher
  /** The very first release, which `publishInChild` has made. */
  firstPublish: PublishedByChild | undefined
  signal: AbortSignal
}

/** Publishes the catalogue, unless an editor has rolled the site back to the live release. */
export async function publishSite({
  deps,
  publisher,
  releases,
  firstPublish,
  signal,
}: SiteToPublish): Promise<void> {
  const since = stopwatch()
  const pinned = (await findPublishResult(deps.db))?.pinned
  if (pinned && releases.getFileTable()?.id === pinned) {
    printLine(`The site stays at the release ${pinned}, to which it was rolled back.`)
    return
  }
  const publishAllPages = async () => {
    const isCurrent = publisher.hasCurrentCode()
    const childResult = isCurrent ? firstPublish : await publishInChild(deps.env, signal)
    return { whole: childResult, published: await publisher.publish() }
  }
  const { whole, published } = await publishAllPages().catch(async (error: unknown) => {
    if (!signal.aborted) await recordFailure(deps, deps.db, error).catch(() => {})
    throw releases.getFileTable() ? addServeHint(error) : error
  })
  await releases.refresh()
  if (!whole?.built && !published.built) return
  const rendered = published.rendered + (whole?.rendered ?? 0)
  await recordPublish({ deps, publisher }, deps.db, { ...published, rendered }, [])
  if (published.built) printLine(`The site is built, in ${since()}.`)
}
