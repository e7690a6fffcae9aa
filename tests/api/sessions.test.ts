import { describe, expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { test } from '#tests/helpers/api-test.ts'
import type { ApiClient } from '#tools/api-client.ts'
import type { TestApp } from '#tools/test-app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const isSignedIn = async (client: ApiClient) =>
  (await client.get('/users/getUserProfile')).body.user !== null

/** A browser that sends this session cookie. */
function withSession(shop: TestApp, sid = ''): ApiClient {
  const client = shop.createClient()
  client.cookies.set('sid', sid)
  return client
}

const logIn = async ({ email, password }: ApiClient, client: ApiClient, agent = '') => {
  await client.post('/auth/login', { email, password }, { 'User-Agent': agent })
  return client
}

describe('sessions (T19)', () => {
  test('a login makes a token, and ends the former or preset session', async ({ shop, asha }) => {
    for (const former of [asha.cookies.get('sid'), 'A'.repeat(43)]) {
      const browser = await logIn(asha, withSession(shop, former))
      expect(browser.cookies.get('sid')).not.toBe(former)
      expect(await isSignedIn(browser)).toBe(true)
      expect(await isSignedIn(withSession(shop, former))).toBe(false)
    }
  })

  test('a logout deletes the session, its cookie and the cache', async ({ shop, shopper }) => {
    const copy = withSession(shop, shopper.cookies.get('sid'))
    const { status, body, headers } = await shopper.post('/auth/logout')
    expect([status, body]).toEqual([200, { success: true, message: expect.any(String) }])
    expect(headers.get('clear-site-data')).toBe('"cache"')
    expect(shopper.cookies.has('sid')).toBe(false)
    expect(await isSignedIn(copy)).toBe(false)
    const twice = await shopper.post('/auth/logout')
    expect([twice.status, twice.headers.has('clear-site-data')]).toEqual([200, false])
  })

  test.for([
    ['customer', 7 * DAY_MS, 6 * DAY_MS, 30 * DAY_MS],
    ['editor', 30 * MINUTE, 29 * MINUTE, 12 * HOUR],
    ['admin', 30 * MINUTE, 29 * MINUTE, 12 * HOUR],
  ] as const)(
    'a session of the role %s ends after %i idle ms, and used every %i ms after %i ms',
    async ([role, idleMs, usedMs, endMs], { shop, asha }) => {
      await shop.deps.db.updateTable('user').set({ role }).execute()
      const idle = await logIn(asha, shop.createClient())
      shop.advanceTime(idleMs + MINUTE)
      // The role of now decides, not that of the login.
      expect([await isSignedIn(asha), await isSignedIn(idle)]).toEqual([false, false])
      const busy = await logIn(asha, shop.createClient())
      for (let time = 0; time < endMs; time += usedMs) {
        expect(await isSignedIn(busy)).toBe(true)
        shop.advanceTime(usedMs)
      }
      expect(await isSignedIn(busy)).toBe(false)
    },
  )

  test('no other cookie, and no value in the database, is a token', async ({ shop, asha }) => {
    expect(asha.cookies.get('sid')).toMatch(/^[\w-]{43}$/)
    for (const sid of ['', 'x', 'A'.repeat(43), 'A'.repeat(5000), "' or 1=1 --", '%00', '../..'])
      expect(await isSignedIn(withSession(shop, sid))).toBe(false)
    for (const table of ['session', 'known_device', 'mail_token', 'user'] as const) {
      const dump = JSON.stringify(await shop.deps.db.selectFrom(table).selectAll().execute())
      for (const value of asha.cookies.values()) expect(dump).not.toContain(value)
      for (const [found] of dump.matchAll(/[\w-]{36,64}/g))
        expect(await isSignedIn(withSession(shop, found))).toBe(false)
    }
  })

  test('a session keeps the end that it began with', async ({ shop, editor }) => {
    await shop.deps.db.updateTable('user').set({ role: 'customer' }).execute()
    shop.advanceTime(12 * HOUR - MINUTE)
    expect(await isSignedIn(editor)).toBe(true)
    shop.advanceTime(MINUTE)
    expect(await isSignedIn(editor)).toBe(false)
  })

  test('deletes expired sessions only', async ({ shop, asha }) => {
    await logIn(asha, shop.createClient())
    shop.advanceTime(5 * DAY_MS)
    expect(await isSignedIn(asha)).toBe(true)
    shop.advanceTime(3 * DAY_MS)
    await deleteExpired(shop.deps)
    expect(await shop.deps.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
    expect(await isSignedIn(asha)).toBe(true)
  })
})

test('lists devices, and ends one, all others or the current one', async ({ shop, asha }) => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
  const laptop = await logIn(asha, shop.createClient(), chrome)
  const tablet = await logIn(asha, shop.createClient())
  const list = async (client: ApiClient) => {
    const { sessions } = (await client.get('/users/sessions')).body
    return { sessions, own: sessions.filter((session: { current: boolean }) => session.current) }
  }
  const { sessions, own } = await list(laptop)
  expect([sessions.length, own]).toMatchObject([3, [{ device: 'Chrome on Windows' }]])
  const end = async (id: string) => (await laptop.delete(`/users/sessions/${id}`)).status
  const areSignedIn = () => Promise.all([laptop, tablet, asha].map(isSignedIn))
  expect(await end((await list(tablet)).own[0].id)).toBe(200)
  expect(await areSignedIn()).toEqual([true, false, true])
  expect(await end('others')).toBe(200)
  expect(await areSignedIn()).toEqual([true, false, false])
  expect(await end(own[0].id)).toBe(200)
  expect(laptop.cookies.has('sid')).toBe(false)
  expect(await areSignedIn()).toEqual([false, false, false])
})
