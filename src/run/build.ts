import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyRelease } from '#src/publish/hosting/copy-release.ts'
import { writeSiteFolder } from '#src/publish/hosting/header-files.ts'
import { toHeaderOptions } from '#src/publish/hosting/headers.ts'
import { type PublisherOptions, publish } from '#src/publish/publisher.ts'
import { openReleases } from '#src/publish/release/releases.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { StartupError } from '#src/server/core/startup-error.ts'
import { openBackend } from './backend.ts'
import { createProgressBar, exitWithError, printLine, stopwatch } from './console-output.ts'
import { readSettings, root } from './settings.ts'
import { createShutdownSignal } from './shutdown.ts'
import { toSiteEnv } from './site-env.ts'
import { compileStudio } from './studio/compile-studio.ts'

/** Opens the source of the catalogue and the page settings: the local database, unless API_URL is set. */
async function openSource(
  env: ServerEnv,
  parts: AsyncDisposableStack,
): Promise<Pick<PublisherOptions, 'apiUrl' | 'catalog' | 'env'>> {
  if (env.API_URL) return { apiUrl: env.API_URL, env: toSiteEnv(env, env.ORDERS.length > 0) }
  const { catalog, keepsOrders, close } = await openBackend(env, printLine, 'all')
  parts.defer(close)
  return { apiUrl: '', catalog, env: toSiteEnv(env, keepsOrders) }
}

interface BuildOptions {
  /** Renders every page, also an unchanged one. */
  full: boolean
  /** A folder to copy the site to. */
  to?: string | undefined
}

async function build(): Promise<void> {
  const { full, to } = readOptions()
  const since = stopwatch()
  const env = readSettings()
  const signal = createShutdownSignal()
  await using parts = new AsyncDisposableStack()
  const releases = openReleases(env.DATA_DIR, {
    onWait: () => printLine('Another publish is running, waiting for it.'),
    onRelease: (folder, release) => writeSiteFolder(folder, release, toHeaderOptions(env)),
    signal,
  })
  // The studio is compiled in a child process while the site is published. A failed publish stops it.
  const ended = new AbortController()
  const studio = compileStudio({
    root,
    dataDir: env.DATA_DIR,
    onProgress: printLine,
    signal: AbortSignal.any([signal, ended.signal]),
  })
  studio.catch(() => {})
  try {
    const { release, built } = await publish({
      root,
      releases,
      ...(await openSource(env, parts)),
      onProgress: printLine,
      onPages: createProgressBar(process.stdout),
      full,
      acceptFewer: env.ACCEPT_FEWER,
      signal,
    })
    await studio
    const result = built
      ? `The site is built, in ${since()}`
      : 'Nothing changed since the last build'
    const site = `${env.DATA_DIR}/releases/${release.id}/site`
    printLine(`${result}: ${site}`)
    if (to === undefined) return
    const copied = copyRelease(releases.folder, release, resolve(to))
    printLine(`${copied} files copied to ${to}.`)
  } finally {
    ended.abort()
    await Promise.allSettled([studio])
  }
}

function readOptions(): BuildOptions {
  try {
    return parseArgs({
      options: { full: { type: 'boolean', default: false }, to: { type: 'string' } },
    }).values
  } catch (cause) {
    throw new StartupError('Use it as: npm run release -- [--full] [--to DIR].', { cause })
  }
}

build().then(() => process.exit(0), exitWithError)
