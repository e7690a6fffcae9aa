import { describe, expect } from 'vitest'
import { demoAccounts, seedDemoAccounts } from '#src/preview/demo-accounts.ts'
import { checkDemoAccounts } from '#src/run/startup-checks.ts'
import { readEnv } from '#src/server/env.ts'
import { test } from '#tests/helpers/api-test.ts'
import { createTestApp, DEFAULT_HASH_MEMORY } from '#tests/helpers/test-app.ts'

const [customer] = demoAccounts

describe('demo accounts', () => {
  test.each<Record<string, string>>([
    {},
    { SITE_URL: 'http://localhost:4321' },
    { SITE_URL: 'https://preview.kairavi.example', PREVIEW: 'true' },
  ])('are created once in a preview: %j', async (env) => {
    await using shop = await createTestApp(env)
    expect(await seedDemoAccounts(shop.deps)).toBe(true)
    expect(await seedDemoAccounts(shop.deps)).toBe(false)
    const { email, password } = customer ?? { email: '', password: '' }
    const login = await shop.createClient().post('/auth/login', { email, password })
    expect(login.status).toBe(200)
  })

  test('are found outside a preview while they open with their public passwords', async ({
    shop,
  }) => {
    await seedDemoAccounts(shop.deps)
    const find = (NODE_ENV: string, PREVIEW = 'false') =>
      checkDemoAccounts(readEnv({ NODE_ENV, PREVIEW }), shop.deps.db)
    expect(await find('development', 'true')).toEqual([])
    expect(await find('development')).toMatchObject([{ level: 'warning' }])
    const [, editor, admin] = demoAccounts
    const message = expect.stringContaining(`(${admin?.email}, ${editor?.email})`)
    const { email, password } = customer ?? { email: '', password: '' }
    const client = shop.createClient()
    await client.post('/auth/login', { email, password })
    await client.put('/auth/password', {
      currentPassword: password,
      newPassword: 'a private one, 7 times',
    })
    // A sign-up with the email of a demo account is unverified, and so is not one of them.
    await shop.createClient().post('/auth/signup', { name: 'Eve', email, password })
    expect(await find('production')).toEqual([{ level: 'error', message }])
  })

  test.each<Record<string, string>>([
    { PREVIEW: 'false' },
    { NODE_ENV: 'production' },
    { NODE_ENV: 'production', PREVIEW: 'true' },
    { SITE_URL: 'https://kairavi.example' },
  ])('are not created outside a preview: %j', async (env) => {
    await using shop = await createTestApp({ ...DEFAULT_HASH_MEMORY, ...env })
    expect(await seedDemoAccounts(shop.deps)).toBe(false)
    expect(await shop.deps.db.selectFrom('user').selectAll().execute()).toEqual([])
  })
})
