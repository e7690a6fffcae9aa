import { parseArgs } from 'node:util'
import { publish } from '#src/publish/publish.ts'
import { house } from '#src/rules/house.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { answerAll } from './answer.ts'
import { startBackground } from './background.ts'
import { fail } from './command.ts'
import { greeting } from './greeting.ts'
import { addressOf, listen, loopbackOf, portOf, stopListening } from './listen.ts'
import { say, stopwatch } from './say.ts'
import { readSettings, root } from './settings.ts'
import { openShop } from './shop.ts'
import { followLive, type LiveSite } from './site/live.ts'
import { siteEnv } from './site-env.ts'
import { type Closers, closers, stopped, stopSignal } from './stop.ts'

interface Opened {
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
  say(`${house.name} is opening at ${address}.`)

  const shop = await openShop(env, say)
  open.add(shop.close)
  const background = startBackground(shop.deps)
  open.add(background.stop)
  open.add(() => stopListening(server))
  answers.open(shop)
  return { env, address, apiUrl: `${loopbackOf(given.HOST, port)}/api`, live }
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
  })
  live.look()
  if (built) say(`The site is built, in ${since()}.`)
}

async function start(build: boolean): Promise<void> {
  const since = stopwatch()
  const signal = stopSignal()
  const opened = closers()
  try {
    const shop = await open(opened)
    if (build) await bringUpToDate(shop, signal)
    for (const line of greeting(shop.env, shop.address, since())) say(line)
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
