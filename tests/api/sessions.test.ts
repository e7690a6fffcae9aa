import { describe, expect } from 'vitest'
import { deleteExpired } from '#src/server/delete-expired.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const isSignedIn = async (shopper: ApiClient) =>
  (await shopper.get('/users/getUserProfile')).body.user !== null

const logInAgain = async (shop: TestApp, { email, password }: ApiClient, agent = '') => {
  const other = shop.createClient()
  await other.post('/auth/login', { email, password }, { 'User-Agent': agent })
  return other
}

describe('sessions (T19)', () => {
  test('creates a new token at every login, also with a preset cookie', async ({ shop, asha }) => {
    const preset = 'A'.repeat(43)
    const victim = shop.createClient()
    victim.cookies.set('sid', preset)
    await victim.post('/auth/login', { email: asha.email, password: asha.password })
    expect(victim.cookies.get('sid')).not.toBe(preset)
    const attacker = shop.createClient()
    attacker.cookies.set('sid', preset)
    expect(await isSignedIn(attacker)).toBe(false)
  })

  test("a login ends the browser's previous session", async ({ shop, asha }) => {
    const old = shop.createClient()
    old.cookies.set('sid', asha.cookies.get('sid') ?? '')
    await asha.post('/auth/login', { email: asha.email, password: asha.password })
    expect(await isSignedIn(asha)).toBe(true)
    expect(await isSignedIn(old)).toBe(false)
  })

  test('a logout deletes the session, its cookie and the cache', async ({ shop, asha }) => {
    const copy = shop.createClient()
    copy.cookies.set('sid', asha.cookies.get('sid') ?? '')
    const response = await asha.post('/auth/logout')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ success: true, message: expect.any(String) })
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect(asha.cookies.has('sid')).toBe(false)
    expect(await isSignedIn(copy)).toBe(false)
    expect((await copy.get('/users/sessions')).status).toBe(401)
    const twice = await asha.post('/auth/logout')
    expect(twice.status).toBe(200)
    expect(twice.headers.has('clear-site-data')).toBe(false)
  })

  test("a customer's session ends after 7 idle days, and after 30 days", async ({ shop, asha }) => {
    const idle = await logInAgain(shop, asha)
    for (let day = 0; day < 29; day += 6) {
      expect(await isSignedIn(asha)).toBe(true)
      shop.advanceTime(6 * DAY)
    }
    expect(await isSignedIn(idle)).toBe(false)
    expect(await isSignedIn(asha)).toBe(false)
  })

  test("an editor's session ends after 30 idle minutes, and after 12 hours", async ({ shop }) => {
    const ravi = await shop.signUpVerified('Ravi')
    await shop.deps.db.updateTable('user').set({ role: 'editor' }).execute()
    const idle = await logInAgain(shop, ravi)
    shop.advanceTime(31 * MINUTE)
    expect(await isSignedIn(idle)).toBe(false)
    const busy = await logInAgain(shop, ravi)
    for (let minute = 0; minute < 12 * 60; minute += 20) {
      expect(await isSignedIn(busy)).toBe(true)
      shop.advanceTime(20 * MINUTE)
    }
    expect(await isSignedIn(busy)).toBe(false)
  })

  test("a session has the lifetime of the user's current role", async ({ shop }) => {
    const ravi = await shop.signUpVerified('Ravi')
    await shop.deps.db.updateTable('user').set({ role: 'admin' }).execute()
    expect(await isSignedIn(ravi)).toBe(true)
    shop.advanceTime(31 * MINUTE)
    expect(await isSignedIn(ravi)).toBe(false)
  })

  test('no value in the database is a valid token', async ({ shop, asha }) => {
    const sid = asha.cookies.get('sid') ?? ''
    const tables = ['session', 'known_device', 'mail_token', 'user'] as const
    for (const table of tables) {
      const dump = JSON.stringify(await shop.deps.db.selectFrom(table).selectAll().execute())
      for (const value of asha.cookies.values()) expect(dump).not.toContain(value)
      for (const [found] of dump.matchAll(/[\w-]{36,64}/g)) {
        const attacker = shop.createClient()
        attacker.cookies.set('sid', found)
        expect(await isSignedIn(attacker)).toBe(false)
      }
    }
    expect(sid).toMatch(/^[\w-]{43}$/)
  })

  test('another cookie is no session', async ({ visitor }) => {
    for (const sid of ['', 'x', 'A'.repeat(43), 'A'.repeat(5000), "' or 1=1 --", '%00', '../..']) {
      visitor.cookies.set('sid', sid)
      expect(await isSignedIn(visitor)).toBe(false)
    }
  })

  test('deletes expired sessions only', async ({ shop, asha }) => {
    await logInAgain(shop, asha)
    shop.advanceTime(5 * DAY)
    expect(await isSignedIn(asha)).toBe(true)
    shop.advanceTime(3 * DAY)
    await deleteExpired(shop.deps)
    expect(await shop.deps.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
    expect(await isSignedIn(asha)).toBe(true)
  })
})

describe('the list of devices', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

  test('lists devices, marks the current one, and ends one or all others', async ({
    shop,
    asha,
  }) => {
    const laptop = await logInAgain(shop, asha, CHROME)
    const tablet = await logInAgain(shop, asha)
    const { body } = await laptop.get('/users/sessions')
    expect(body.success).toBe(true)
    expect(body.sessions).toHaveLength(3)
    const own = body.sessions.filter((one: { current: boolean }) => one.current)
    expect(own).toMatchObject([{ device: 'Chrome on Windows' }])
    const { sessions } = (await tablet.get('/users/sessions')).body
    const { id } = sessions.find((one: { current: boolean }) => one.current)
    expect((await laptop.delete(`/users/sessions/${id}`)).status).toBe(200)
    expect(await isSignedIn(tablet)).toBe(false)
    expect((await laptop.delete('/users/sessions/others')).status).toBe(200)
    expect([await isSignedIn(laptop), await isSignedIn(asha)]).toEqual([true, false])
  })

  test("does not end another user's session, with the response for an unknown one (T3)", async ({
    shop,
    asha,
  }) => {
    const eve = await shop.signUpVerified('Eve')
    const { sessions } = (await asha.get('/users/sessions')).body
    const foreign = await eve.delete(`/users/sessions/${sessions[0].id}`)
    const missing = await eve.delete('/users/sessions/8a2f3a3c-0000-4000-8000-000000000000')
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(missing.body)
    expect(await isSignedIn(asha)).toBe(true)
    await eve.delete('/users/sessions/others')
    expect(await isSignedIn(asha)).toBe(true)
  })

  test('ending the current session signs this browser out', async ({ asha }) => {
    const { sessions } = (await asha.get('/users/sessions')).body
    await asha.delete(`/users/sessions/${sessions[0].id}`)
    expect(asha.cookies.has('sid')).toBe(false)
    expect(await isSignedIn(asha)).toBe(false)
  })
})
