import { parseArgs } from 'node:util'
import { publish } from '#src/publish/publish.ts'
import { PublishFailed } from '#src/publish/publish-failed.ts'
import { brand } from '#src/rules/brand.ts'
import { StartupError } from '#src/server/db/open-database.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { startWarming } from '#src/server/media/warm.ts'
import { answerAll } from './answer.ts'
import { startBackground } from './background.ts'
import { fail } from './command.ts'
import { greeting } from './greeting.ts'
import { addressOf, listen, loopbackOf, portOf, stopListening } from './listen.ts'
import { openProvider } from './provider.ts'
import { say, stopwatch } from './say.ts'
import { readSettings, root } from './settings.ts'
import { type OpenShop, openShop } from './shop.ts'
import { followLive, type LiveSite } from './site/live.ts'
import { siteEnv } from './site-env.ts'
import { type Closers, closers, stopped, stopSignal } from './stop.ts'

interface Opened {
  shop: OpenShop
  env: ServerEnv
  address: string
  /** Root of the API as this process reaches it. */
  apiUrl: string
  live: LiveSite
}

/** Listens first, so that a taken port stops everything before anything is touched. */
async function open(open: Closers): Promise<Opened> {
  const given = readSettings()
  const live = followLive(given.DATA_DIR)
  const answers = answerAll(given, live.table)
  const server = await listen(answers.listener, given.HOST, given.PORT)
  const port = portOf(server)
  const address = addressOf(given.HOST, port)
  const env: ServerEnv = { ...given, SITE_URL: given.SITE_URL ?? address }
  say(`${brand.name} is opening at ${address}.`)

  await openProvider(env, address, open)
  const shop = await openShop(env, say)
  open.add(shop.close)
  const background = startBackground(shop.deps)
  open.add(background.stop)
  open.add(() => stopListening(server))
  answers.open(shop)
  return { shop, env, address, apiUrl: `${loopbackOf(given.HOST, port)}/api`, live }
}

async function bringUpToDate({ env, apiUrl, live }: Opened, signal: AbortSignal): Promise<void> {
  const since = stopwatch()
  const { built } = await publish({
    root,
    dataDir: env.DATA_DIR,
    apiUrl,
    env: siteEnv(env),
    say,
    acceptFewer: env.ACCEPT_FEWER,
    signal,
  }).catch((error: unknown) => {
    throw live.table() ? withWayOn(error) : error
  })
  live.look()
  if (built) say(`The site is built, in ${since()}.`)
}

const withWayOn = (error: unknown): unknown =>
  error instanceof PublishFailed
    ? new PublishFailed(
        `${error.message.replace(/\.$/, '')}; npm run serve serves the last good site meanwhile.`,
        { cause: error },
      )
    : error

function assertPublished(live: LiveSite): void {
  if (live.table()) return
  throw new StartupError('There is no built site yet: npm start builds one and serves it.')
}

async function start(build: boolean): Promise<void> {
  const since = stopwatch()
  const signal = stopSignal()
  const opened = closers()
  try {
    const running = await open(opened)
    signal.throwIfAborted()
    if (build) await bringUpToDate(running, signal)
    else assertPublished(running.live)
    for (const line of greeting(running.env, running.address, since())) say(line)
    // Not before: pictures made ahead would take the build's time.
    opened.add(startWarming(running.shop.deps).stop)
    await stopped(signal)
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

start(values.build).then(() => process.exit(0), fail)
