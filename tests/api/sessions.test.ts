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
    const twice = await asha.post('/auth/logout')
    expect(twice.status).toBe(200)
    expect(twice.headers.has('clear-site-data')).toBe(false)
  })

  test.for([
    ['customer', 7 * DAY, 6 * DAY, 30 * DAY],
    ['editor', 30 * MINUTE, 20 * MINUTE, 12 * HOUR],
    ['admin', 30 * MINUTE, 20 * MINUTE, 12 * HOUR],
  ] as const)(
    'a session of the role %s ends after %i idle ms, and used every %i ms after %i ms',
    async ([role, idleMs, usedMs, endMs], { shop, asha }) => {
      await shop.deps.db.updateTable('user').set({ role }).execute()
      const idle = await logInAgain(shop, asha)
      shop.advanceTime(idleMs + MINUTE)
      // The role of now decides, not that of the login.
      expect([await isSignedIn(asha), await isSignedIn(idle)]).toEqual([false, false])
      const busy = await logInAgain(shop, asha)
      for (let time = 0; time < endMs; time += usedMs) {
        expect(await isSignedIn(busy)).toBe(true)
        shop.advanceTime(usedMs)
      }
      expect(await isSignedIn(busy)).toBe(false)
    },
  )

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

  test('lists devices, and ends one or all others', async ({ shop, asha }) => {
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

  test('ending the current session signs this browser out', async ({ asha }) => {
    const { sessions } = (await asha.get('/users/sessions')).body
    await asha.delete(`/users/sessions/${sessions[0].id}`)
    expect(asha.cookies.has('sid')).toBe(false)
    expect(await isSignedIn(asha)).toBe(false)
  })
})
