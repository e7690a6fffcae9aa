import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { projectRoot } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

/** Compiles the site, as a shop with that setting does. @returns its scripts by name, and its routes. */
async function compileSite(folder: string, orders: string) {
  const child = fork(join(projectRoot, 'src/publish/render/compile-child.ts'), [folder], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      PUBLIC_ORDERS: orders,
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

/** What only the scripts of orders say: their calls, and their texts that are not those of other pages. */
const ORDER_CODE = [
  'POST /orders',
  'GET /orders/:number',
  'kairavi-order',
  ...Object.values({ ...orderMessages.place, ...orderMessages.page }).filter(
    (text): text is Exclude<typeof text, (total: string) => string> =>
      typeof text === 'string' && !JSON.stringify(pageMessages).includes(text),
  ),
  ...Object.values(orderMessages.methodOff),
]

test('no script of a shop that takes no orders has code of orders, and it has no page of an order', async () => {
  using dir = createTempDir()
  const without = await compileSite(join(dir.path, 'without'), '')
  const all = without.texts.join('\n')
  expect(ORDER_CODE.filter((text) => all.includes(text))).toEqual([])
  expect(without.routes).not.toContain('/order')
  expect(without.names).not.toContain('PlacingCheckout')
  expect(all).toContain('Payment integration will go here.')

  // The list above is what a shop that takes orders has.
  const taking = await compileSite(join(dir.path, 'taking'), 'cod')
  const has = taking.texts.join('\n')
  expect(ORDER_CODE.filter((text) => !has.includes(text))).toEqual([])
  expect(taking.routes).toContain('/order')
})
