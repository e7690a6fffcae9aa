import { publish } from '#src/publish/publish.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { openBackend } from './backend.ts'
import { printLine, stopwatch } from './console-output.ts'
import { exitWithError } from './exit-with-error.ts'
import { closeServer, getPort, listen } from './listen.ts'
import { createApiListener } from './request-listener.ts'
import { readSettings, root } from './settings.ts'
import { type CleanupStack, createCleanupStack, createShutdownSignal } from './shutdown.ts'
import { toSiteEnv } from './site-env.ts'

const LOOPBACK = '127.0.0.1'

/** An API for the time of the build, on this machine's own database. */
async function ownApi(env: ServerEnv, open: CleanupStack): Promise<string> {
  const shop = await openBackend(env, printLine)
  open.add(shop.close)
  const server = await listen(createApiListener(shop), LOOPBACK, 0)
  open.add(() => closeServer(server))
  return `http://${LOOPBACK}:${getPort(server)}/api`
}

async function build(): Promise<void> {
  const since = stopwatch()
  const env = readSettings()
  const signal = createShutdownSignal()
  const opened = createCleanupStack()
  try {
    const { release, built } = await publish({
      root,
      dataDir: env.DATA_DIR,
      apiUrl: env.API_URL ?? (await ownApi(env, opened)),
      env: toSiteEnv(env),
      onProgress: printLine,
      acceptFewer: env.ACCEPT_FEWER,
      signal,
    })
    const what = built ? `The site is built, in ${since()}` : 'Nothing changed since the last build'
    printLine(`${what}: ${env.DATA_DIR}/releases/${release.id}/site`)
  } finally {
    await opened.closeAll()
  }
}

build().then(() => process.exit(0), exitWithError)
