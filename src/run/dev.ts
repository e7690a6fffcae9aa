import { dev } from 'astro'
import { brand } from '#src/rules/brand.ts'
import { StartupError } from '#src/server/db/open-database.ts'
import { apiListener } from './answer.ts'
import { startBackground } from './background.ts'
import { fail } from './command.ts'
import { greeting } from './greeting.ts'
import { addressOf, assertFree, listen, portOf, stopListening } from './listen.ts'
import { openProvider } from './provider.ts'
import { say, stopwatch } from './say.ts'
import { readSettings, root } from './settings.ts'
import { openShop } from './shop.ts'
import { siteEnv } from './site-env.ts'
import { closers, stopped, stopSignal } from './stop.ts'

const LOOPBACK = '127.0.0.1'

/** Astro's development server in front; `/api` and `/dev` go to our own API on an inner port. */
async function develop(): Promise<void> {
  const since = stopwatch()
  const signal = stopSignal()
  const opened = closers()
  const given = readSettings()
  if (given.PORT === 0) throw new StartupError('npm run dev needs a PORT of its own, 0 is none.')
  await assertFree(given.HOST, given.PORT)
  const address = addressOf(given.HOST, given.PORT)
  const env = { ...given, SITE_URL: given.SITE_URL ?? address }
  try {
    say(`${brand.name} is opening for development at ${address}.`)
    await openProvider(env, address, opened)
    const shop = await openShop(env, say)
    opened.add(shop.close)
    opened.add(startBackground(shop.deps).stop)
    const api = await listen(apiListener(shop), LOOPBACK, 0)
    opened.add(() => stopListening(api))

    const inner = `http://${LOOPBACK}:${portOf(api)}`
    Object.assign(process.env, siteEnv(env), { API_URL: `${inner}/api` })
    const proxy = { '^/api(/|$)': inner, '^/dev(/|$)': inner }
    const site = await dev({
      root,
      logLevel: 'warn',
      // Astro would refuse `/api/wishlist/` before it is passed on.
      trailingSlash: 'ignore',
      server: { host: env.HOST, port: env.PORT },
      vite: { server: { strictPort: true, proxy } },
    })
    opened.add(() => site.stop())
    for (const line of greeting(env, address, since())) say(line)
    await stopped(signal)
  } finally {
    await opened.closeAll()
  }
}

develop().then(() => process.exit(0), fail)
