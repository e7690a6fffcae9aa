import { createHmac } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, describe, expect } from 'vitest'
import { replaceSecondFactor } from '#src/server/shop/auth/second-factor-queries.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { type ApiClient, countStatuses, listMailsTo, PASSWORD } from '#tools/api-client.ts'
import { serve } from '#tools/http-server.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

const CLIENT_ID = 'kairavi-shop'
const now = () => Math.floor(Date.now() / 1000)

const keys = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
/** An OpenID provider, which serves its key. */
const issuer = await serve((_, response) => response.end(JSON.stringify({ keys: [jwk] })))
afterAll(() => issuer[Symbol.asyncDispose]())

const toClaims = (overrides: JWTPayload): JWTPayload => ({
  iss: issuer.url,
  aud: CLIENT_ID,
  sub: 'google-7',
  iat: now(),
  exp: now() + 600,
  email: 'asha@example.com',
  email_verified: true,
  name: 'Asha Rathore',
  picture: 'https://pictures.example/asha.jpg',
  ...overrides,
})

/** A token that is valid but for what is given. */
const signToken = (claims: JWTPayload, alg = 'RS256', kid = 'first', key = keys.privateKey) =>
  new SignJWT(toClaims(claims)).setProtectedHeader({ alg, kid }).sign(key)

const toSettings = (more: Record<string, string> = {}) => ({
  PUBLIC_GOOGLE_CLIENT_ID: CLIENT_ID,
  OIDC_ISSUER: issuer.url,
  OIDC_JWKS_URL: issuer.url,
  ...more,
})

const test = base.extend('env', () => toSettings())

const getNonce = async (client: ApiClient): Promise<string> =>
  (await client.get('/auth/google/nonce')).body.nonce

const signIn = async (client: ApiClient, claims: JWTPayload = {}) =>
  sendToken(client, (nonce) => signToken({ nonce, ...claims }))

type Sign = (nonce: string) => Promise<string> | string

const sendToken = async (client: ApiClient, sign: Sign) =>
  client.post('/auth/google', { idToken: await sign(await getNonce(client)) })

const listUsers = (shop: TestApp) => shop.deps.db.selectFrom('user').selectAll().execute()
const isSignedIn = async (client: ApiClient) =>
  (await client.get('/users/getUserProfile')).body.user !== null

describe('sign-in with Google', () => {
  test('creates a verified account, and finds it by sub', async ({ shop, visitor }) => {
    const { status, body } = await signIn(visitor)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      email: 'asha@example.com',
      displayName: 'Asha Rathore',
      photoURL: 'https://pictures.example/asha.jpg',
      isVerified: true,
      hasPassword: false,
    })
    expect(await isSignedIn(visitor)).toBe(true)
    const moved = await signIn(shop.createClient(), { email: 'asha@elsewhere.example' })
    expect(moved.body.user.uid).toBe(body.user.uid)
    const other = await signIn(shop.createClient(), { sub: 'google-8' })
    expect(other.status).toBe(401)
    expect(await listUsers(shop)).toHaveLength(1)
  })

  test('20 parallel first sign-ins create one account', async ({ shop }) => {
    expect(await countStatuses(20, () => signIn(shop.createClient()))).toEqual({ 200: 20 })
    expect(await listUsers(shop)).toHaveLength(1)
  })

  test("accepts Google's issuer without its scheme, and several audiences with an azp", async () => {
    const OIDC_ISSUER = 'https://accounts.google.com'
    await using shop = await createTestApp(toSettings({ OIDC_ISSUER }))
    const audiences = { aud: [CLIENT_ID, 'another'], azp: CLIENT_ID }
    for (const claims of [{ iss: OIDC_ISSUER, ...audiences }, { iss: 'accounts.google.com' }])
      expect((await signIn(shop.createClient(), claims)).status).toBe(200)
  })

  test('is refused for an account with a second factor', async ({ shop, visitor }) => {
    const { uid } = (await signIn(visitor)).body.user
    const row = { user_id: uid, secret: 'A', created_at: 1, last_step: 0 }
    for (const [confirmed_at, status] of [
      [null, 200],
      [1, 401],
    ] as const) {
      await replaceSecondFactor(shop.deps.db, { ...row, confirmed_at })
      const client = shop.createClient()
      expect((await signIn(client)).status).toBe(status)
      expect(await isSignedIn(client)).toBe(status === 200)
    }
  })

  test.for([
    [undefined, 'asha'],
    [' ', 'asha'],
    ['A'.repeat(81), 'A'.repeat(80)],
  ])('takes the name %j as %s', async ([name, displayName], { visitor }) => {
    expect((await signIn(visitor, { name })).body.user.displayName).toBe(displayName)
  })

  const longUrl = 'https://pictures.example/'.padEnd(501, 'a')

  test('takes a picture of 500 characters', async ({ visitor }) => {
    const picture = longUrl.slice(0, 500)
    expect((await signIn(visitor, { picture })).body.user.photoURL).toBe(picture)
  })

  test.for(['http://pictures.example/a.jpg', 'javascript:alert(1)', '', longUrl, undefined])(
    'ignores the picture %s',
    async (picture, { visitor }) => {
      expect((await signIn(visitor, { picture })).body.user.photoURL).toBe('')
    },
  )

  test('two tabs of one browser have a valid nonce each', async ({ visitor }) => {
    for (const nonce of [await getNonce(visitor), await getNonce(visitor)])
      expect((await signIn(visitor, { nonce })).status).toBe(200)
  })

  test('answers 404 without a client id', async () => {
    await using shop = await createTestApp()
    const visitor = shop.createClient()
    expect((await visitor.get('/auth/google/nonce')).status).toBe(404)
    expect((await visitor.post('/auth/google', { idToken: 'x' })).status).toBe(404)
  })
})

describe('rejects identity tokens (T17)', () => {
  const invalidClaims: Record<string, JWTPayload> = {
    'another audience': { aud: 'another-client' },
    'no audience': { aud: undefined },
    'several audiences, no azp': { aud: [CLIENT_ID, 'another'] },
    'several audiences, for another': { aud: [CLIENT_ID, 'another'], azp: 'another' },
    'for another client': { azp: 'another' },
    'another issuer': { iss: 'https://accounts.google.com.evil.example' },
    "Google's issuer with another key": { iss: 'https://accounts.google.com' },
    'no issuer': { iss: undefined },
    expired: { exp: now() - 120, iat: now() - 700 },
    'no expiry': { exp: undefined },
    'issued in the future': { iat: now() + 300, exp: now() + 900 },
    'not valid yet': { nbf: now() + 300 },
    'no time of issue': { iat: undefined },
    'issued long ago': { iat: now() - 2 * 60 * 60 },
    'no nonce': { nonce: undefined },
    'an unknown nonce': { nonce: 'A'.repeat(43) },
    'an unverified email': { email_verified: false },
    'email_verified as text': { email_verified: 'true' },
    'no email_verified': { email_verified: undefined },
    'no email': { email: undefined },
    'an invalid email': { email: 'asha@example.com\r\nBcc: all@example.com' },
    'no sub': { sub: undefined },
    'an empty sub': { sub: '' },
    'a sub with a NUL, which no database stores': { sub: 'google\u00007' },
    'a sub that is not ASCII': { sub: 'google-७' },
  }

  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const toPart = (header: object, nonce: string) =>
    `${base64(header)}.${base64(toClaims({ nonce }))}`
  const signWithOtherKey =
    (alg: string, kid: string): Sign =>
    async (nonce) =>
      signToken({ nonce }, alg, kid, (await generateKeyPair(alg)).privateKey)

  const forged: Record<string, Sign> = {
    unsigned: (nonce) => `${toPart({ alg: 'none', typ: 'JWT' }, nonce)}.`,
    'signed with the public key as HMAC secret': async (nonce) => {
      const secret = await exportSPKI(keys.publicKey)
      const signed = toPart({ alg: 'HS256', kid: 'first' }, nonce)
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    },
    "signed with another key under the provider's id": signWithOtherKey('RS256', 'first'),
    'signed with an unknown key id': signWithOtherKey('RS256', 'other'),
    'signed with ES256': signWithOtherKey('ES256', 'first'),
    'signed with PS256': signWithOtherKey('PS256', 'first'),
    malformed: () => '🌙.🌙.🌙',
    'of 8,000 characters': () => 'A'.repeat(8_000),
  }

  test.for([
    ...Object.entries(forged),
    ...Object.entries(invalidClaims).map(([what, claims]): [string, Sign] => [
      what,
      (nonce) => signToken({ nonce, ...claims }),
    ]),
  ])('%s', async ([, sign], { shop, visitor }) => {
    const { status, body } = await sendToken(visitor, sign)
    expect([status, body.message]).toEqual([401, 'Google login failed'])
    expect(await isSignedIn(visitor)).toBe(false)
    expect(await listUsers(shop)).toEqual([])
  })

  test('replayed', async ({ visitor }) => {
    const idToken = await signToken({ nonce: await getNonce(visitor) })
    const replay = () => visitor.post('/auth/google', { idToken })
    expect(await countStatuses(5, replay)).toEqual({ 200: 1, 401: 4 })
  })

  test("with another browser's nonce or an expired one", async ({ shop, visitor }) => {
    const eve = shop.createClient()
    const nonce = await getNonce(visitor)
    await getNonce(eve)
    const idToken = await signToken({ nonce, exp: now() + 3_600 })
    for (const other of [eve, shop.createClient()])
      expect((await other.post('/auth/google', { idToken })).status).toBe(401)
    shop.advanceTime(11 * 60_000)
    expect((await visitor.post('/auth/google', { idToken })).status).toBe(401)
  })
})

describe('a provider whose keys', () => {
  const MEGABYTE = 1024 * 1024

  /** Signs in with a valid token, for which the shop gets its keys from `provider`. */
  async function signInWithKeysOf(provider: RequestListener, during?: (shop: TestApp) => unknown) {
    await using server = await serve(provider)
    await using shop = await createTestApp(toSettings({ OIDC_JWKS_URL: server.url }))
    // A timer of the same process: a slow machine delays it as much as the request.
    const deadline = delay(5_000)
    const pending = signIn(shop.createClient())
    await during?.(shop)
    const response = await Promise.race([pending, deadline])
    expect(response?.status).toBe(401)
  }

  test.for<[what: string, answer: RequestListener]>([
    ['are a failure', (_, response) => response.writeHead(500).end('{"keys":[]}')],
    ['are elsewhere', (_, response) => response.writeHead(302, { Location: issuer.url }).end()],
    ['are none', (_, response) => response.end('{"keys":[]}')],
    [
      'are broken',
      (_, response) => response.end('{"keys":[{"kty":"RSA","kid":"first","n":"AA","e":"AA"}]}'),
    ],
    [
      'are for another use',
      (_, response) => response.end('{"keys":[{"kty":"oct","kid":"first","k":"AAAA"}]}'),
    ],
    ['are broken off', (request) => void request.socket.destroy()],
  ])('%s makes 401 within 5 s', ([, answer]) => signInWithKeysOf(answer))

  test('do not end is read in part', async () => {
    let sent = 0
    await signInWithKeysOf((_, response) => {
      const chunk = `"${' '.repeat(MEGABYTE)}"`
      const send = () => {
        if (response.destroyed) return
        sent += chunk.length
        response.write(chunk, send)
      }
      response.write('{"keys":[')
      send()
    })
    // What waits in the sockets comes on top.
    expect(sent).toBeLessThan(16 * MEGABYTE)
  })

  test('stall makes 401 within 5 s, while password logins work (F24)', () =>
    signInWithKeysOf(
      (_, response) => void response.write('{"keys":['),
      (shop) => shop.signUpVerified('Mira'),
    ))
})

describe('pre-hijacked accounts (T18)', () => {
  const address = { address: "1, Eve's Lane", city: 'Elsewhere' }

  test('opens an account of its own beside an unverified one', async ({ shop, visitor }) => {
    const eve = shop.createClient()
    const account = { email: 'asha@example.com', password: PASSWORD }
    await eve.post('/auth/signup', { name: 'Eve', ...account })
    await eve.post('/auth/login', account)
    const profile = { displayName: 'Eve', phone: '9829012345', addresses: [address] }
    await eve.put('/users/update', profile)
    const { body } = await signIn(visitor)
    expect(body.user).toMatchObject({
      displayName: 'Asha Rathore',
      isVerified: true,
      hasPassword: false,
      phone: '',
      addresses: [],
      primary_address: null,
    })
    const { user } = (await eve.get('/users/getUserProfile')).body
    expect(user).toMatchObject({ displayName: 'Eve', isVerified: false })
    expect(user.uid).not.toBe(body.user.uid)
  })

  test('links a verified account, keeps its data and mails its owner', async ({ shop, asha }) => {
    await asha.put('/users/update', { displayName: 'Asha', addresses: [address] })
    const { body } = await signIn(shop.createClient())
    expect(body.user).toMatchObject({ uid: asha.uid, displayName: 'Asha', hasPassword: true })
    expect(body.user.addresses).toHaveLength(1)
    expect(await isSignedIn(asha)).toBe(true)
    expect((await listMailsTo(shop, asha.email)).at(-1)?.subject).toContain(
      'Google sign-in was added',
    )
  })

  test("never links an editor's account", async ({ shop, asha: _, visitor }) => {
    await shop.deps.db.updateTable('user').set({ role: 'editor' }).execute()
    expect((await signIn(visitor)).status).toBe(401)
  })
})
