import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { projectRoot } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

interface OrderSettings {
  PUBLIC_ORDERS: string
  PUBLIC_ORDER_PAGE: string
}

/** Compiles the site, as a shop with these settings does. @returns its scripts by name, and its routes. */
async function compileSite(folder: string, settings: OrderSettings) {
  const child = fork(join(projectRoot, 'src/publish/render/compile-child.ts'), [folder], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      ...settings,
      SITE_URL: 'http://localhost:4321',
      VITEST: '',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  const scripts = join(folder, 'client/_astro')
  const names = readdirSync(scripts).filter((name) => name.endsWith('.js'))
  const routes = JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8'))
  return {
    texts: names.map((name) => readFileSync(join(scripts, name), 'utf8')),
    names: names.map((name) => name.replace(/\..*$/, '')),
    routes: routes.map(({ pattern }: { pattern: string }) => pattern) as string[],
  }
}

/** Texts that are not those of other pages too. */
const listOwnTexts = (messages: Record<string, string | ((value: string) => string)>): string[] =>
  Object.values(messages).filter(
    (text) => typeof text === 'string' && !JSON.stringify(pageMessages).includes(text),
  ) as string[]

/** What only the code that places orders has: its storage and its call, which is no beginning of another one. */
const PLACING_CODE = [/kairavi-order/, /POST \/orders(?!\/)/]
/** What only the scripts of orders have, also those of their page. */
const ORDER_CODE = [
  /GET \/orders\/:number/,
  ...[
    ...listOwnTexts(orderMessages.place),
    ...listOwnTexts(orderMessages.page),
    ...Object.values(orderMessages.methodOff),
    orderMessages.noMethod,
  ].map((text) => new RegExp(RegExp.escape(text))),
]

test('scripts have code of orders where orders are taken, that of their page also where they were, else none', async () => {
  using dir = createTempDir()
  const compile = async (name: string, orders: string, page: string) => {
    const settings = { PUBLIC_ORDERS: orders, PUBLIC_ORDER_PAGE: page }
    const site = await compileSite(join(dir.path, name), settings)
    const all = site.texts.join('\n')
    return { ...site, all, has: (code: RegExp[]) => code.filter((pattern) => pattern.test(all)) }
  }
  const without = await compile('without', '', '')
  expect(without.has([...PLACING_CODE, ...ORDER_CODE])).toEqual([])
  expect(without.routes).not.toContain('/order')
  expect(without.names).not.toContain('PlacingCheckout')
  expect(without.all).toContain('Payment integration will go here.')

  // Orders were taken: they keep their page, and the checkout is the specified one.
  const kept = await compile('kept', '', 'true')
  expect(kept.has(PLACING_CODE)).toEqual([])
  expect(kept.has(ORDER_CODE)).toEqual(ORDER_CODE)
  expect(kept.routes).toContain('/order')
  expect(kept.names).not.toContain('PlacingCheckout')
  expect(kept.all).toContain('Payment integration will go here.')

  const taking = await compile('taking', 'cod', 'true')
  expect(taking.has([...PLACING_CODE, ...ORDER_CODE])).toEqual([...PLACING_CODE, ...ORDER_CODE])
  expect(taking.routes).toContain('/order')
})
