import { describe, expect } from 'vitest'
import { ORDER_STATES } from '#src/contract/values.ts'
import { demoAccounts, seedDemoAccounts } from '#src/preview/demo-accounts.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { checkDemoAccounts } from '#src/run/startup-checks.ts'
import { readEnv } from '#src/server/core/env.ts'
import { test } from '#tests/helpers/api-test.ts'
import { expectInvariants } from '#tests/helpers/orders.ts'
import { addProducts } from '#tools/products.ts'
import { createTestApp } from '#tools/test-app.ts'

const [customer = { email: '', password: '' }, editor, admin, packer] = demoAccounts

describe('demo accounts', () => {
  test.for<[env: Record<string, string>, isPreview: boolean]>([
    [{}, true],
    [{ SITE_URL: 'http://localhost:4321' }, true],
    [{ SITE_URL: 'https://preview.kairavi.example', PREVIEW: 'true' }, true],
    [{ PREVIEW: 'false' }, false],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', PREVIEW: 'true' }, false],
    [{ SITE_URL: 'https://kairavi.example' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '192.168.1.20' }, false],
  ])('with %j are part of a preview: %s', ([env, isPreview]) => {
    expect(readEnv(env).PREVIEW).toBe(isPreview)
  })

  test.for([
    ['true', demoAccounts.length],
    ['false', 0],
  ] as const)('with PREVIEW=%s, %i are created once', async ([PREVIEW, count]) => {
    await using shop = await createTestApp({ PREVIEW })
    expect(await seedDemoAccounts(shop.deps)).toBe(count > 0)
    expect(await seedDemoAccounts(shop.deps)).toBe(false)
    const { email, password } = customer
    const login = await shop.createClient().post('/auth/login', { email, password })
    expect(login.status).toBe(count > 0 ? 200 : 401)
    const users = await shop.deps.db.selectFrom('user').select('id').execute()
    expect(users).toHaveLength(count)
  })

  test.for(['', 'cod'])('with ORDERS=%s, the customer has these orders', async (ORDERS) => {
    await using shop = await createTestApp({ PREVIEW: 'true', ORDERS })
    await addProducts(shop, ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((slug) => ({ slug })))
    await seedDemoAccounts(shop.deps)
    const states = (await shop.deps.db.selectFrom('order').select('state').execute()).map(
      ({ state }) => state,
    )
    // Two of a shop without orders.
    const placed = ORDERS ? [...ORDER_STATES, 'delivered', 'delivered'] : []
    expect(states.toSorted()).toEqual([...placed, 'delivered', 'dispatched'].toSorted())
    const { email, password } = customer
    const client = shop.createClient()
    await client.post('/auth/login', { email, password })
    const { orders, total } = (await client.get('/orders')).body
    expect(total).toBe(states.length)
    const unpaid = orders.find(({ state }: { state: string }) => state === 'awaiting_payment')
    if (unpaid) {
      const { order } = (await client.get(`/orders/${unpaid.number}`)).body
      const until = formatInstant(Date.parse(order.payBefore))
      expect(order.events[0].text).toContain(`kept for the payment until ${until}.`)
    }
    if (ORDERS) expect(unpaid).toBeDefined()
    await expectInvariants(shop)
  })

  test('are found outside a preview while their passwords open them', async ({ shop, visitor }) => {
    await seedDemoAccounts(shop.deps)
    const find = (NODE_ENV: string, PREVIEW = 'false') =>
      checkDemoAccounts(readEnv({ NODE_ENV, PREVIEW }), shop.deps.db)
    expect(await find('development', 'true')).toEqual([])
    expect(await find('development')).toMatchObject([{ level: 'warning' }])
    const { email, password } = customer
    await visitor.post('/auth/login', { email, password })
    const change = { currentPassword: password, newPassword: 'a private one, 7 times' }
    await visitor.put('/auth/password', change)
    // A sign-up with the email of a demo account is unverified, and so is not one of them.
    await visitor.post('/auth/signup', { name: 'Eve', email, password })
    const message = expect.stringContaining(`(${admin?.email}, ${editor?.email}, ${packer?.email})`)
    expect(await find('production')).toEqual([{ level: 'error', message }])
  })
})
