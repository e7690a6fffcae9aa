import { describe, expect, test } from 'vitest'
import { deleteExpiredSessions } from '#src/server/auth/session.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const isIn = async (shopper: ApiClient) =>
  (await shopper.get('/users/getUserProfile')).body.user !== null

const again = async (shop: TestApp, { email, password }: ApiClient, agent = '') => {
  const other = shop.createClient()
  await other.post('/auth/login', { email, password }, { 'User-Agent': agent })
  return other
}

describe('T19 sessions', () => {
  test('a preset cookie is never taken over: the token is new at every login', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const preset = 'A'.repeat(43)
    const victim = shop.createClient()
    victim.cookies.set('sid', preset)
    await victim.post('/auth/login', { email: asha.email, password: asha.password })
    expect(victim.cookies.get('sid')).not.toBe(preset)
    const attacker = shop.createClient()
    attacker.cookies.set('sid', preset)
    expect(await isIn(attacker)).toBe(false)
  })

  test('signing in again ends the session this browser had', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const old = shop.createClient()
    old.cookies.set('sid', asha.cookies.get('sid') ?? '')
    await asha.post('/auth/login', { email: asha.email, password: asha.password })
    expect(await isIn(asha)).toBe(true)
    expect(await isIn(old)).toBe(false)
  })

  test('logging out ends it on the server, drops the cookie and clears the cache', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const copy = shop.createClient()
    copy.cookies.set('sid', asha.cookies.get('sid') ?? '')
    const response = await asha.post('/auth/logout')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ success: true, message: expect.any(String) })
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect(asha.cookies.has('sid')).toBe(false)
    expect(await isIn(copy)).toBe(false)
    expect((await copy.get('/users/sessions')).status).toBe(401)
    const twice = await asha.post('/auth/logout')
    expect(twice.status).toBe(200)
    expect(twice.headers.has('clear-site-data')).toBe(false)
  })

  test('a shopper is signed out after 7 idle days, and after 30 days in any case', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const idle = await again(shop, asha)
    for (let day = 0; day < 29; day += 6) {
      expect(await isIn(asha)).toBe(true)
      shop.advanceTime(6 * DAY)
    }
    expect(await isIn(idle)).toBe(false)
    expect(await isIn(asha)).toBe(false)
  })

  test('an editor after half an idle hour, and after 12 hours in any case', async () => {
    await using shop = await createTestApp()
    const ravi = await shop.signUpVerified('Ravi')
    await shop.deps.db.updateTable('user').set({ role: 'editor' }).execute()
    const idle = await again(shop, ravi)
    shop.advanceTime(31 * MINUTE)
    expect(await isIn(idle)).toBe(false)
    const busy = await again(shop, ravi)
    for (let minute = 0; minute < 12 * 60; minute += 20) {
      expect(await isIn(busy)).toBe(true)
      shop.advanceTime(20 * MINUTE)
    }
    expect(await isIn(busy)).toBe(false)
  })

  test('a session that began as a customer keeps to the shorter life of the new role', async () => {
    await using shop = await createTestApp()
    const ravi = await shop.signUpVerified('Ravi')
    await shop.deps.db.updateTable('user').set({ role: 'admin' }).execute()
    expect(await isIn(ravi)).toBe(true)
    shop.advanceTime(31 * MINUTE)
    expect(await isIn(ravi)).toBe(false)
  })

  test('nothing in the database opens anything', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const sid = asha.cookies.get('sid') ?? ''
    const tables = ['session', 'known_device', 'mail_token', 'user'] as const
    for (const table of tables) {
      const dump = JSON.stringify(await shop.deps.db.selectFrom(table).selectAll().execute())
      for (const value of asha.cookies.values()) expect(dump).not.toContain(value)
      for (const [found] of dump.matchAll(/[\w-]{36,64}/g)) {
        const thief = shop.createClient()
        thief.cookies.set('sid', found)
        expect(await isIn(thief)).toBe(false)
      }
    }
    expect(sid).toMatch(/^[\w-]{43}$/)
  })

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5000), "' or 1=1 --", '%00', '../..'])(
    'the cookie %j is a visitor',
    async (sid) => {
      await using shop = await createTestApp()
      const visitor = shop.createClient()
      visitor.cookies.set('sid', sid)
      expect(await isIn(visitor)).toBe(false)
    },
  )

  test('the sweep forgets what is over and nothing else', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    await again(shop, asha)
    shop.advanceTime(5 * DAY)
    expect(await isIn(asha)).toBe(true)
    shop.advanceTime(3 * DAY)
    await deleteExpiredSessions(shop.deps)
    expect(await shop.deps.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
    expect(await isIn(asha)).toBe(true)
  })
})

describe('the list of devices', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

  test('names each, says which is this one, and ends one or all others', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const laptop = await again(shop, asha, CHROME)
    const tablet = await again(shop, asha)
    const { body } = await laptop.get('/users/sessions')
    expect(body.success).toBe(true)
    expect(body.sessions).toHaveLength(3)
    const own = body.sessions.filter((one: { current: boolean }) => one.current)
    expect(own).toMatchObject([{ device: 'Chrome on Windows' }])
    const { sessions } = (await tablet.get('/users/sessions')).body
    const { id } = sessions.find((one: { current: boolean }) => one.current)
    expect((await laptop.delete(`/users/sessions/${id}`)).status).toBe(200)
    expect(await isIn(tablet)).toBe(false)
    expect((await laptop.delete('/users/sessions/others')).status).toBe(200)
    expect([await isIn(laptop), await isIn(asha)]).toEqual([true, false])
  })

  test("T3 somebody else's session ends for nobody, and looks like none", async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const eve = await shop.signUpVerified('Eve')
    const { sessions } = (await asha.get('/users/sessions')).body
    const foreign = await eve.delete(`/users/sessions/${sessions[0].id}`)
    const missing = await eve.delete('/users/sessions/8a2f3a3c-0000-4000-8000-000000000000')
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(missing.body)
    expect(await isIn(asha)).toBe(true)
    await eve.delete('/users/sessions/others')
    expect(await isIn(asha)).toBe(true)
  })

  test('ending this one signs this browser out', async () => {
    await using shop = await createTestApp()
    const asha = await shop.signUpVerified('Asha')
    const { sessions } = (await asha.get('/users/sessions')).body
    await asha.delete(`/users/sessions/${sessions[0].id}`)
    expect(asha.cookies.has('sid')).toBe(false)
    expect(await isIn(asha)).toBe(false)
  })
})
