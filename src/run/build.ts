import { publish } from '#src/publish/publish.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { apiListener } from './answer.ts'
import { fail } from './command.ts'
import { listen, portOf, stopListening } from './listen.ts'
import { say, stopwatch } from './say.ts'
import { readSettings, root } from './settings.ts'
import { openShop } from './shop.ts'
import { siteEnv } from './site-env.ts'
import { type Closers, closers, stopSignal } from './stop.ts'

const LOOPBACK = '127.0.0.1'

/** An API for the time of the build, on this machine's own database. */
async function ownApi(env: ServerEnv, open: Closers): Promise<string> {
  const shop = await openShop(env, say)
  open.add(shop.close)
  const server = await listen(apiListener(shop), LOOPBACK, 0)
  open.add(() => stopListening(server))
  return `http://${LOOPBACK}:${portOf(server)}/api`
}

async function build(): Promise<void> {
  const since = stopwatch()
  const env = readSettings()
  const signal = stopSignal()
  const opened = closers()
  try {
    const { release, built } = await publish({
      root,
      dataDir: env.DATA_DIR,
      apiUrl: env.API_URL ?? (await ownApi(env, opened)),
      env: siteEnv(env),
      say,
      acceptFewer: env.ACCEPT_FEWER,
      signal,
    })
    const what = built ? `The site is built, in ${since()}` : 'Nothing changed since the last build'
    say(`${what}: ${env.DATA_DIR}/releases/${release.id}/site`)
  } finally {
    await opened.closeAll()
  }
}

build().then(() => process.exit(0), fail)
