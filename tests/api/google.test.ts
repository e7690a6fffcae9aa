import { createHmac } from 'node:crypto'
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, getMailedToken, listMailsTo, PASSWORD } from '#tests/helpers/api-client.ts'
import { CLIENT_ID, type Issuer, startIssuer } from '#tests/helpers/issuer.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer[Symbol.asyncDispose]())

const openGoogleShop = (more: Record<string, string> = {}) =>
  createTestApp({
    PUBLIC_GOOGLE_CLIENT_ID: CLIENT_ID,
    OIDC_ISSUER: issuer.url,
    OIDC_JWKS_URL: issuer.jwksUri,
    ...more,
  })

const nonceOf = async (shopper: ApiClient): Promise<string> =>
  (await shopper.get('/auth/google/nonce')).body.nonce

const signIn = async (shopper: ApiClient, claims: JWTPayload = {}) => {
  const idToken = await issuer.sign({ nonce: await nonceOf(shopper), ...claims })
  return shopper.post('/auth/google', { idToken })
}

const users = (shop: TestApp) => shop.deps.db.selectFrom('user').selectAll().execute()
const isIn = async (shopper: ApiClient) =>
  (await shopper.get('/users/getUserProfile')).body.user !== null

const now = () => Math.floor(Date.now() / 1000)
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('signing in with Google', () => {
  test('opens a verified account without a password, and finds it again by sub', async () => {
    await using shop = await openGoogleShop()
    const asha = shop.createClient()
    const { status, body } = await signIn(asha)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      email: 'asha@example.com',
      displayName: 'Asha Rathore',
      photoURL: 'https://pictures.example/asha.jpg',
      isVerified: true,
      hasPassword: false,
    })
    expect(await isIn(asha)).toBe(true)
    const moved = await signIn(shop.createClient(), { email: 'asha@elsewhere.example' })
    expect(moved.body.user.uid).toBe(body.user.uid)
    expect(await users(shop)).toHaveLength(1)
  })

  test('20 first sign-ins at once open one account', async () => {
    await using shop = await openGoogleShop()
    const all = await Promise.all(Array.from({ length: 20 }, () => signIn(shop.createClient())))
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await users(shop)).toHaveLength(1)
  })

  test('a token for several audiences is good when it says that it is for us', async () => {
    await using shop = await openGoogleShop()
    const aud = [CLIENT_ID, 'another']
    expect((await signIn(shop.createClient(), { aud, azp: CLIENT_ID })).status).toBe(200)
  })

  test.each(['https://accounts.google.com', 'accounts.google.com'])(
    'Google calls itself %s, too',
    async (iss) => {
      await using shop = await openGoogleShop({ OIDC_ISSUER: 'https://accounts.google.com' })
      expect((await signIn(shop.createClient(), { iss })).status).toBe(200)
    },
  )

  test.each([
    'http://pictures.example/a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '',
  ])('a picture at %s is left out', async (picture) => {
    await using shop = await openGoogleShop()
    expect((await signIn(shop.createClient(), { picture })).body.user.photoURL).toBe('')
  })

  test('without a client id both calls are not there', async () => {
    await using shop = await createTestApp()
    expect((await shop.createClient().get('/auth/google/nonce')).status).toBe(404)
    expect((await shop.createClient().post('/auth/google', { idToken: 'x' })).status).toBe(404)
  })
})

describe('T17 bad identity tokens', () => {
  const bad: Record<string, JWTPayload> = {
    'another audience': { aud: 'somebody-else' },
    'no audience': { aud: undefined },
    'several audiences, no azp': { aud: [CLIENT_ID, 'another'] },
    'several audiences, for another': { aud: [CLIENT_ID, 'another'], azp: 'another' },
    'made for another client': { azp: 'another' },
    'another issuer': { iss: 'https://accounts.google.com.evil.example' },
    "Google's name without being it": { iss: 'https://accounts.google.com' },
    'no issuer': { iss: undefined },
    expired: { exp: now() - 120, iat: now() - 700 },
    'no expiry': { exp: undefined },
    'issued in the future': { iat: now() + 300, exp: now() + 900 },
    'not valid yet': { nbf: now() + 300 },
    'no time of issue': { iat: undefined },
    'issued long ago': { iat: now() - 2 * 60 * 60 },
    'no nonce': { nonce: undefined },
    'a nonce of nobody': { nonce: 'A'.repeat(43) },
    'an unverified address': { email_verified: false },
    'an address verified in words': { email_verified: 'true' },
    'nothing said of the address': { email_verified: undefined },
    'no address': { email: undefined },
    'no address but text': { email: 'asha@example.com\r\nBcc: all@example.com' },
    'no sub': { sub: undefined },
    'an empty sub': { sub: '' },
  }

  const refused = async (idToken: (nonce: string) => Promise<string> | string) => {
    await using shop = await openGoogleShop()
    const visitor = shop.createClient()
    const token = await idToken(await nonceOf(visitor))
    const { status, body } = await visitor.post('/auth/google', { idToken: token })
    expect([status, body.message]).toEqual([401, 'Google login failed'])
    expect(await isIn(visitor)).toBe(false)
    expect(await users(shop)).toEqual([])
  }

  test.each(Object.entries(bad))('%s', (_, claims) =>
    refused((nonce) => issuer.sign({ nonce, ...claims })),
  )

  const good = (nonce: string) => ({
    iss: issuer.url,
    aud: CLIENT_ID,
    sub: 'google-7',
    iat: now(),
    exp: now() + 600,
    email: 'asha@example.com',
    email_verified: true,
    nonce,
  })

  test('not signed at all', () =>
    refused((nonce) => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(good(nonce))}.`))

  test('signed with the public key as a secret', async () => {
    const secret = await exportSPKI(issuer.keys.publicKey)
    await refused((nonce) => {
      const signed = `${base64({ alg: 'HS256', kid: 'first' })}.${base64(good(nonce))}`
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    })
  })

  const foreign = async (alg: string, header: Record<string, unknown>, nonce: string) => {
    const { privateKey } = await generateKeyPair(alg)
    return new SignJWT(good(nonce)).setProtectedHeader({ alg, ...header }).sign(privateKey)
  }

  test("signed with somebody else's key under our provider's key id", () =>
    refused((nonce) => foreign('RS256', { kid: 'first' }, nonce)))
  test('signed with a key the provider does not have', () =>
    refused((nonce) => foreign('RS256', { kid: 'other' }, nonce)))
  test('signed in another way than RS256', () =>
    refused((nonce) => foreign('ES256', { kid: 'first' }, nonce)))
  test('RSA, but not the agreed kind', () =>
    refused(async (nonce) => {
      const { privateKey } = await generateKeyPair('PS256')
      return new SignJWT(good(nonce))
        .setProtectedHeader({ alg: 'PS256', kid: 'first' })
        .sign(privateKey)
    }))

  test('one that brings its own keys: they are not even asked for', async () => {
    await using evil = await startIssuer()
    await refused((nonce) => evil.sign(good(nonce), { jku: evil.jwksUri, x5u: evil.jwksUri }))
    expect(evil.getJwksRequestCount()).toBe(0)
  })

  test('a claim changed after signing', () =>
    refused(async (nonce) => {
      const [head, , tail] = (await issuer.sign({ nonce })).split('.')
      return `${head}.${base64({ ...good(nonce), email: 'owner@example.com' })}.${tail}`
    }))

  test('a critical header nobody understands', () =>
    refused((nonce) => {
      const head = base64({ alg: 'RS256', kid: 'first', crit: ['future'], future: 1 })
      return `${head}.${base64(good(nonce))}.AAAA`
    }))

  test.each(['x', '..', 'a.b.c', '{}', '🌙.🌙.🌙', 'A'.repeat(8_000)])('no token: %s', (text) =>
    refused(() => text),
  )

  test('the same token a second time', async () => {
    await using shop = await openGoogleShop()
    const asha = shop.createClient()
    const idToken = await issuer.sign({ nonce: await nonceOf(asha) })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => asha.post('/auth/google', { idToken })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test("a token with another browser's nonce, and one that waited too long", async () => {
    await using shop = await openGoogleShop()
    const [asha, eve] = [shop.createClient(), shop.createClient()]
    const nonce = await nonceOf(asha)
    await nonceOf(eve)
    const idToken = await issuer.sign({ nonce })
    expect((await eve.post('/auth/google', { idToken })).status).toBe(401)
    expect((await shop.createClient().post('/auth/google', { idToken })).status).toBe(401)
    shop.advanceTime(11 * 60_000)
    expect((await asha.post('/auth/google', { idToken })).status).toBe(401)
  })

  test('two tabs of one browser do not disturb each other', async () => {
    await using shop = await openGoogleShop()
    const asha = shop.createClient()
    const first = await nonceOf(asha)
    const second = await nonceOf(asha)
    for (const nonce of [first, second]) {
      const idToken = await issuer.sign({ nonce })
      expect((await asha.post('/auth/google', { idToken })).status).toBe(200)
    }
  })

  test('F24 keys that cannot be had are a refusal within 5 s, and passwords still work', async () => {
    await using slow = await startIssuer({ responds: false })
    await using shop = await openGoogleShop({ OIDC_JWKS_URL: slow.jwksUri })
    const mira = await shop.signUpVerified('Mira')
    const visitor = shop.createClient()
    const idToken = await issuer.sign({ nonce: await nonceOf(visitor) })
    const start = performance.now()
    const waiting = visitor.post('/auth/google', { idToken })
    const login = await shop
      .createClient()
      .post('/auth/login', { email: mira.email, password: mira.password })
    expect(login.status).toBe(200)
    expect((await waiting).status).toBe(401)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('T18 accounts opened before their owner came', () => {
  const attacker = { name: 'Eve', email: 'asha@example.com', password: PASSWORD }
  const address = { address: "1, Eve's Lane", city: 'Elsewhere' }

  const waits = async (shop: TestApp) => {
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

  test('an unverified password opens nothing any more', async () => {
    await using shop = await openGoogleShop()
    await waits(shop)
    expect((await signIn(shop.createClient())).status).toBe(200)
    const login = { email: attacker.email, password: PASSWORD }
    expect((await shop.createClient().post('/auth/login', login)).status).toBe(401)
  })

  test('a session that was waiting is over', async () => {
    await using shop = await openGoogleShop()
    const eve = await waits(shop)
    await signIn(shop.createClient())
    expect(await isIn(eve)).toBe(false)
  })

  test('links that were mailed before do nothing any more', async () => {
    await using shop = await openGoogleShop()
    await waits(shop)
    const verification = await getMailedToken(shop, attacker.email)
    await shop.createClient().post('/auth/forgot-password', { email: attacker.email })
    const token = await getMailedToken(shop, attacker.email)
    await signIn(shop.createClient())
    const reset = { token, password: 'an elephant of sandstone' }
    expect(
      (await shop.createClient().post('/auth/verify-email', { token: verification })).status,
    ).toBe(409)
    expect((await shop.createClient().post('/auth/reset-password', reset)).status).toBe(409)
  })

  test("no delivery address, number or name of the stranger's is left", async () => {
    await using shop = await openGoogleShop()
    await waits(shop)
    const { body } = await signIn(shop.createClient())
    expect(body.user).toMatchObject({
      displayName: 'Asha Rathore',
      phone: '',
      addresses: [],
      primary_address: null,
    })
  })

  test('nor after the owner claims the account by a reset link', async () => {
    await using shop = await openGoogleShop()
    const eve = await waits(shop)
    const owner = shop.createClient()
    await owner.post('/auth/forgot-password', { email: attacker.email })
    const token = await getMailedToken(shop, attacker.email)
    const password = 'an elephant of sandstone'
    await owner.post('/auth/reset-password', { token, password })
    expect(await isIn(eve)).toBe(false)
    const { body } = await owner.post('/auth/login', { email: attacker.email, password })
    expect(body.user).toMatchObject({ isVerified: true, phone: '', addresses: [] })
  })

  test('a verified account is joined, keeps what it has, and its owner is told', async () => {
    await using shop = await openGoogleShop()
    const asha = await shop.signUpVerified('Asha')
    await asha.put('/users/update', { displayName: 'Asha', addresses: [address] })
    const { body } = await signIn(shop.createClient())
    expect(body.user).toMatchObject({ uid: asha.uid, displayName: 'Asha', hasPassword: true })
    expect(body.user.addresses).toHaveLength(1)
    expect(await isIn(asha)).toBe(true)
    expect((await listMailsTo(shop, asha.email)).at(-1)?.subject).toContain(
      'Google sign-in was added',
    )
  })

  test('a second identity with the same address does not take it over', async () => {
    await using shop = await openGoogleShop()
    await signIn(shop.createClient())
    expect((await signIn(shop.createClient(), { sub: 'google-8' })).status).toBe(401)
  })

  test("an editor's account is never joined", async () => {
    await using shop = await openGoogleShop()
    await shop.signUpVerified('Asha')
    await shop.deps.db.updateTable('user').set({ role: 'editor' }).execute()
    expect((await signIn(shop.createClient())).status).toBe(401)
  })
})
