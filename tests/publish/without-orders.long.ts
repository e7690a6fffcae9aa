import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '#src/channels/messages.ts'
import { codeHash, toBuildEnv, toSiteKey } from '#src/publish/render/code-hash.ts'
import { compile } from '#src/publish/render/compile.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { projectRoot } from '#tools/site-process.ts'
import { KEPT_ORDERS_PAGE_ENV, ORDERS_PAGE_ENV, PAGE_ENV } from '#tools/site-settings.ts'

/** Compiles the site, as a shop with these variables does. @returns its scripts by name, and its routes. */
async function compileSite(variables: Record<string, string>) {
  const env = toBuildEnv(variables)
  const code = codeHash(projectRoot)
  const key = toSiteKey(code, env)
  const options = { root: projectRoot, key, code, env, onProgress: () => {} }
  const { client, routes } = await compile(options)
  const scripts = join(client, '_astro')
  const names = readdirSync(scripts).filter((name) => name.endsWith('.js'))
  const all = names.map((name) => readFileSync(join(scripts, name), 'utf8')).join('\n')
  return {
    all,
    names: names.map((name) => name.replace(/\..*$/, '')),
    routes: routes.map(({ pattern }) => pattern),
    has: (patterns: RegExp[]) => patterns.filter((pattern) => pattern.test(all)),
  }
}

/** Texts that are not those of other pages too. */
const listOwnTexts = (texts: Record<string, string | ((value: string) => string)>): string[] =>
  Object.values(texts).filter(
    (text) => typeof text === 'string' && !JSON.stringify(messages).includes(text),
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
  const without = await compileSite(PAGE_ENV)
  expect(without.has([...PLACING_CODE, ...ORDER_CODE])).toEqual([])
  expect(without.routes).not.toContain('/order')
  expect(without.names).not.toContain('PlacingCheckout')
  expect(without.all).toContain('Payment integration will go here.')

  // Orders were taken: they keep their page, and the checkout is the specified one.
  const kept = await compileSite(KEPT_ORDERS_PAGE_ENV)
  expect(kept.has(PLACING_CODE)).toEqual([])
  expect(kept.has(ORDER_CODE)).toEqual(ORDER_CODE)
  expect(kept.routes).toContain('/order')
  expect(kept.names).not.toContain('PlacingCheckout')
  expect(kept.all).toContain('Payment integration will go here.')

  const taking = await compileSite(ORDERS_PAGE_ENV)
  expect(taking.has([...PLACING_CODE, ...ORDER_CODE])).toEqual([...PLACING_CODE, ...ORDER_CODE])
  expect(taking.routes).toContain('/order')
})
