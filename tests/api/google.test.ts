import { createHmac } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type ApiClient, listMailsTo, PASSWORD } from '#tests/helpers/api-client.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { serve } from '#tests/helpers/http-server.ts'
import { CLIENT_ID, type Issuer, startIssuer } from '#tests/helpers/issuer.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer[Symbol.asyncDispose]())

const toSettings = (more: Record<string, string> = {}) => ({
  PUBLIC_GOOGLE_CLIENT_ID: CLIENT_ID,
  OIDC_ISSUER: issuer.url,
  OIDC_JWKS_URL: issuer.jwksUri,
  ...more,
})

const createGoogleApp = (more: Record<string, string> = {}) => createTestApp(toSettings(more))

const test = base.extend('env', () => toSettings())

const getNonce = async (shopper: ApiClient): Promise<string> =>
  (await shopper.get('/auth/google/nonce')).body.nonce

const signIn = async (shopper: ApiClient, claims: JWTPayload = {}) => {
  const idToken = await issuer.sign({ nonce: await getNonce(shopper), ...claims })
  return shopper.post('/auth/google', { idToken })
}

const listUsers = (shop: TestApp) => shop.deps.db.selectFrom('user').selectAll().execute()
const isSignedIn = async (shopper: ApiClient) =>
  (await shopper.get('/users/getUserProfile')).body.user !== null

const MEGABYTE = 1024 * 1024

const now = () => Math.floor(Date.now() / 1000)
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('sign-in with Google', () => {
  test('creates a verified account without a password, and finds it by sub', async ({
    shop,
    visitor,
  }) => {
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
    expect(await listUsers(shop)).toHaveLength(1)
  })

  test('20 parallel first sign-ins create one account', async ({ shop }) => {
    const all = await Promise.all(Array.from({ length: 20 }, () => signIn(shop.createClient())))
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await listUsers(shop)).toHaveLength(1)
  })

  test('accepts several audiences when azp is the client', async ({ shop }) => {
    const aud = [CLIENT_ID, 'another']
    expect((await signIn(shop.createClient(), { aud, azp: CLIENT_ID })).status).toBe(200)
  })

  test("accepts Google's issuer with and without its scheme", async () => {
    await using shop = await createGoogleApp({ OIDC_ISSUER: 'https://accounts.google.com' })
    for (const iss of ['https://accounts.google.com', 'accounts.google.com'])
      expect((await signIn(shop.createClient(), { iss })).status).toBe(200)
  })

  test.for([
    'http://pictures.example/a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '',
  ])('ignores the picture %s', async (picture, { shop }) => {
    expect((await signIn(shop.createClient(), { picture })).body.user.photoURL).toBe('')
  })

  test('answers 404 without a client id', async () => {
    await using shop = await createTestApp()
    expect((await shop.createClient().get('/auth/google/nonce')).status).toBe(404)
    expect((await shop.createClient().post('/auth/google', { idToken: 'x' })).status).toBe(404)
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
    'half a character as sub': { sub: 'google-\ud83c' },
  }

  const expectRejected = async (idToken: (nonce: string) => Promise<string> | string) => {
    await using shop = await createGoogleApp()
    const visitor = shop.createClient()
    const token = await idToken(await getNonce(visitor))
    const { status, body } = await visitor.post('/auth/google', { idToken: token })
    expect([status, body.message]).toEqual([401, 'Google login failed'])
    expect(await isSignedIn(visitor)).toBe(false)
    expect(await listUsers(shop)).toEqual([])
  }

  test.each(Object.entries(invalidClaims))('%s', (_, claims) =>
    expectRejected((nonce) => issuer.sign({ nonce, ...claims })),
  )

  const validClaims = (nonce: string) => ({
    iss: issuer.url,
    aud: CLIENT_ID,
    sub: 'google-7',
    iat: now(),
    exp: now() + 600,
    email: 'asha@example.com',
    email_verified: true,
    nonce,
  })

  const signWithOtherKey = async (alg: string, kid: string, nonce: string) => {
    const { privateKey } = await generateKeyPair(alg)
    return new SignJWT(validClaims(nonce)).setProtectedHeader({ alg, kid }).sign(privateKey)
  }
  const toPart = (header: object, nonce: string) =>
    `${base64(header)}.${base64(validClaims(nonce))}`

  test.each<[what: string, sign: (nonce: string) => Promise<string> | string]>([
    ['unsigned', (nonce) => `${toPart({ alg: 'none', typ: 'JWT' }, nonce)}.`],
    [
      'signed with the public key as HMAC secret',
      async (nonce) => {
        const secret = await exportSPKI(issuer.keys.publicKey)
        const signed = toPart({ alg: 'HS256', kid: 'first' }, nonce)
        return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
      },
    ],
    [
      "signed with another key under the provider's id",
      (n) => signWithOtherKey('RS256', 'first', n),
    ],
    ['signed with an unknown key id', (nonce) => signWithOtherKey('RS256', 'other', nonce)],
    ['signed with ES256', (nonce) => signWithOtherKey('ES256', 'first', nonce)],
    ['signed with PS256', (nonce) => signWithOtherKey('PS256', 'first', nonce)],
    [
      'with a claim changed after signing',
      async (nonce) => {
        const [head, , tail] = (await issuer.sign({ nonce })).split('.')
        return `${head}.${base64({ ...validClaims(nonce), email: 'owner@example.com' })}.${tail}`
      },
    ],
    [
      'with an unknown critical header',
      (n) => `${toPart({ alg: 'RS256', kid: 'first', crit: ['future'], future: 1 }, n)}.AAAA`,
    ],
  ])('%s', (_, sign) => expectRejected(sign))

  test('with a jku or x5u of its own, which is not requested', async () => {
    await using evil = await startIssuer()
    await expectRejected((nonce) =>
      evil.sign(validClaims(nonce), { jku: evil.jwksUri, x5u: evil.jwksUri }),
    )
    expect(evil.getJwksRequestCount()).toBe(0)
  })

  test.each(['x', '..', 'a.b.c', '{}', '🌙.🌙.🌙', 'A'.repeat(8_000)])('malformed: %s', (text) =>
    expectRejected(() => text),
  )

  test('replayed', async ({ visitor }) => {
    const idToken = await issuer.sign({ nonce: await getNonce(visitor) })
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => visitor.post('/auth/google', { idToken })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test("with another browser's nonce or an expired one", async ({ shop }) => {
    const [asha, eve] = [shop.createClient(), shop.createClient()]
    const nonce = await getNonce(asha)
    await getNonce(eve)
    const idToken = await issuer.sign({ nonce })
    expect((await eve.post('/auth/google', { idToken })).status).toBe(401)
    expect((await shop.createClient().post('/auth/google', { idToken })).status).toBe(401)
    shop.advanceTime(11 * 60_000)
    expect((await asha.post('/auth/google', { idToken })).status).toBe(401)
  })

  test('two tabs of one browser have a valid nonce each', async ({ visitor }) => {
    const first = await getNonce(visitor)
    const second = await getNonce(visitor)
    for (const nonce of [first, second]) {
      const idToken = await issuer.sign({ nonce })
      expect((await visitor.post('/auth/google', { idToken })).status).toBe(200)
    }
  })

  test.each<[what: string, answer: RequestListener]>([
    ['stall', (_, response) => void response.write('{"keys":[')],
    ['are a page', (_, response) => response.end('<h1>Maintenance</h1>')],
    ['are a failure', (_, response) => response.writeHead(500).end('{"keys":[]}')],
    ['are elsewhere', (_, response) => response.writeHead(302, { Location: issuer.jwksUri }).end()],
    ['are none', (_, response) => response.end('{"keys":[]}')],
    ['are no list', (_, response) => response.end('{"keys":{"0":{}}}')],
    [
      'are broken',
      (_, response) => response.end('{"keys":[{"kty":"RSA","kid":"first","n":"AA","e":"AA"}]}'),
    ],
    [
      'are for another use',
      (_, response) => response.end('{"keys":[{"kty":"oct","kid":"first","k":"AAAA"}]}'),
    ],
    ['are broken off', (request) => void request.socket.destroy()],
  ])('by a provider whose keys %s, within 5 s', async (_, answer) => {
    await using provider = await serve(answer)
    await using shop = await createGoogleApp({ OIDC_JWKS_URL: `${provider.url}/jwks` })
    const visitor = shop.createClient()
    const idToken = await issuer.sign({ nonce: await getNonce(visitor) })
    const response = await Promise.race([visitor.post('/auth/google', { idToken }), delay(5_000)])
    expect(response?.status).toBe(401)
    expect(await listUsers(shop)).toEqual([])
  })

  test('by a provider whose keys do not end, of which it reads a part only', async () => {
    let sent = 0
    await using provider = await serve((_, response) => {
      const chunk = `"${' '.repeat(MEGABYTE)}"`
      const send = () => {
        if (response.destroyed) return
        sent += chunk.length
        response.write(chunk, send)
      }
      response.write('{"keys":[')
      send()
    })
    await using shop = await createGoogleApp({ OIDC_JWKS_URL: `${provider.url}/jwks` })
    const visitor = shop.createClient()
    const idToken = await issuer.sign({ nonce: await getNonce(visitor) })
    expect((await visitor.post('/auth/google', { idToken })).status).toBe(401)
    // What waits in the sockets comes on top.
    expect(sent).toBeLessThan(16 * MEGABYTE)
  })

  test('answers 401 within 5 s when the keys are unreachable, while password logins work (F24)', async () => {
    await using slow = await startIssuer({ responds: false })
    await using shop = await createGoogleApp({ OIDC_JWKS_URL: slow.jwksUri })
    const mira = await shop.signUpVerified('Mira')
    const visitor = shop.createClient()
    const idToken = await issuer.sign({ nonce: await getNonce(visitor) })
    // A timer of the same process: a slow machine delays it as much as the request.
    const deadline = delay(5_000)
    const pending = visitor.post('/auth/google', { idToken })
    const login = await shop
      .createClient()
      .post('/auth/login', { email: mira.email, password: mira.password })
    expect(login.status).toBe(200)
    const response = await Promise.race([pending, deadline])
    expect(response?.status).toBe(401)
  })
})

describe('pre-hijacked accounts (T18)', () => {
  const attacker = { name: 'Eve', email: 'asha@example.com', password: PASSWORD }
  const address = { address: "1, Eve's Lane", city: 'Elsewhere' }

  const preHijack = async (shop: TestApp) => {
    const eve = shop.createClient()
    await eve.post('/auth/signup', attacker)
    await eve.post('/auth/login', { email: attacker.email, password: PASSWORD })
    await eve.put('/users/update', {
      displayName: 'Eve',
      phone: '9829012345',
      addresses: [address],
    })
    return eve
  }

  test('opens an account of its own beside an unverified one', async ({ shop }) => {
    const eve = await preHijack(shop)
    const { body } = await signIn(shop.createClient())
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

  test('links a verified account, keeps its data and mails its owner', async ({ shop }) => {
    const asha = await shop.signUpVerified('Asha')
    await asha.put('/users/update', { displayName: 'Asha', addresses: [address] })
    const { body } = await signIn(shop.createClient())
    expect(body.user).toMatchObject({ uid: asha.uid, displayName: 'Asha', hasPassword: true })
    expect(body.user.addresses).toHaveLength(1)
    expect(await isSignedIn(asha)).toBe(true)
    expect((await listMailsTo(shop, asha.email)).at(-1)?.subject).toContain(
      'Google sign-in was added',
    )
  })

  test('rejects a second identity with the same email', async ({ shop }) => {
    await signIn(shop.createClient())
    expect((await signIn(shop.createClient(), { sub: 'google-8' })).status).toBe(401)
  })

  test("never links an editor's account", async ({ shop }) => {
    await shop.signUpVerified('Asha')
    await shop.deps.db.updateTable('user').set({ role: 'editor' }).execute()
    expect((await signIn(shop.createClient())).status).toBe(401)
  })
})
