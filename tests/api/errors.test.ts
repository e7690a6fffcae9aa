import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiError } from '#src/contract/endpoint.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { isTransient } from '#src/server/errors.ts'
import { handleErrors } from '#src/server/http/error-handler.ts'
import { formatCookies } from '#tests/helpers/api-client.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

const JSON_TYPE = 'application/json'

// One app for all tests: none of them changes data.
let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
  await addProducts(shop, { slug: 'a' })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Sends the bytes to POST /cart as a signed-in user. */
async function send(body: BodyInit | undefined, type: string | undefined = JSON_TYPE) {
  const cookie = formatCookies((await shop.createSignedInUser()).cookies)
  const response = await shop.request('/cart', {
    method: 'POST',
    headers: { cookie, ...(type === '' ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  })
  const error = apiError.parse(await response.json())
  return { status: response.status, message: error.message, field: error.field }
}

describe('request bodies', () => {
  const INVALID = 'The body is not valid JSON.'

  test.each([
    ['nothing', '', 400, INVALID],
    ['half of it', '{"productId":', 400, INVALID],
    ['two of them', '{}{}', 400, INVALID],
    ['not JSON', 'productId=1', 400, INVALID],
    ['30,000 brackets', '['.repeat(30_000), 400, INVALID],
    [
      'deep lists',
      `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
      400,
      'The body is nested too deeply.',
    ],
    ['null', 'null', 400, 'The body must be an object.'],
    ['a list', '[]', 400, 'The body must be an object.'],
    ['a text', '"text"', 400, 'The body must be an object.'],
    ['too much', `"${'x'.repeat(65_536)}"`, 413, 'The body may hold at most 64 kB.'],
    ['a NUL', '{"productId":"a\\u0000"}', 400, 'The body holds a character that cannot be kept.'],
    ['half a pair', '{"\\ud83d":1}', 400, 'The body holds a character that cannot be kept.'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 400, 'The body is not valid UTF-8.'],
  ])('%s', async (_, body, status, message) => {
    expect(await send(body)).toMatchObject({ status, message })
  })

  test('rejects a stream without Content-Length at 64 kB', async () => {
    const cookie = formatCookies((await shop.createSignedInUser()).cookies)
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 16_384
        controller.enqueue(new Uint8Array(16_384).fill(0x20))
      },
    })
    const init = { method: 'POST', headers: { cookie, 'content-type': JSON_TYPE }, body }
    const response = await shop.request('/cart', { ...init, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(200_000)
  })

  test('are accepted as JSON only (T6)', async () => {
    const sent = new TextEncoder().encode('{}')
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    for (const type of ['', 'text/plain', ...forms, 'application/jsonx'])
      expect(await send(sent, type)).toMatchObject({
        status: 415,
        message: 'Send the body as application/json.',
      })
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json ;x',
    ])
      expect(await send('{}', type)).toMatchObject({ status: 400, field: 'productId' })
  })

  test.each(['__proto__', 'constructor', 'admin', 'long'.repeat(20)])(
    'rejects the unknown field %s by name (T24)',
    async (key) => {
      const body = `{"productId":"${toProductId('a')}","${key}":{"role":"admin"}}`
      const response = await send(body)
      expect(response).toMatchObject({
        status: 400,
        message: `The field "${key.slice(0, 60)}" is not known here.`,
      })
      expect({}).not.toHaveProperty('role')
    },
  )

  test('rejects __proto__ in a variant by name, and pollutes no prototype (T24)', async () => {
    const body = `{"productId":"${toProductId('a')}","variant":{"__proto__":"x"}}`
    const message = 'The field "__proto__" is not known here.'
    expect(await send(body)).toMatchObject({ status: 400, message })
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })
})

describe('paths and methods', () => {
  test.each(['/', '/nothing', '/cart/', '/cart/a/b', '/products', '/%00', '/..%2f..', '/%'])(
    'answers 404 to GET %s',
    async (path) => {
      expect(await shop.createClient().get(path)).toMatchObject({
        status: 404,
        body: { success: false, message: 'There is nothing at this address.' },
      })
    },
  )

  test.each([
    ['PUT', '/cart', 'POST, GET'],
    ['DELETE', '/cart', 'POST, GET'],
    ['GET', '/cart/x', 'PATCH, DELETE'],
    ['POST', '/products/get-all-products', 'GET'],
    ['PATCH', '/wishlist/', 'GET, POST'],
    ['GET', '/auth/login', 'POST'],
  ])('answers %s %s with the methods of the path', async (method, path, allowed) => {
    const response = await shop.createClient().request(method, path)
    expect(response).toMatchObject({ status: 405, body: { success: false } })
    expect(response.headers.get('allow')).toBe(allowed)
  })
})

describe('every response, errors included', () => {
  test.each([
    ['GET', '/health'],
    ['GET', '/cart'],
    ['GET', '/nothing'],
    ['PUT', '/cart'],
    ['POST', '/auth/login'],
    ['GET', '/media/x/1.webp'],
  ])('%s %s has the security headers (T31)', async (method, path) => {
    const { headers } = await shop.createClient().request(method, path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(headers.has('x-powered-by')).toBe(false)
  })
})

describe('database errors', () => {
  const BUSY = 'The shop is busy. Please try again in a moment.'
  const FULL = 'The shop cannot save anything just now. Please try again later.'

  test.each<[what: string, more: object, status: number, message: string]>([
    ['SQLite is locked', { errcode: 5 }, 503, BUSY],
    ['SQLite has a stale snapshot', { errcode: 517 }, 503, BUSY],
    ['PostgreSQL is shutting down', { code: '57P01' }, 503, BUSY],
    ['PostgreSQL cancels a statement', { code: '57014' }, 503, BUSY],
    ['PostgreSQL is unreachable', { code: 'ECONNREFUSED' }, 503, BUSY],
    ['a serialization failure', { code: '40001' }, 503, BUSY],
    ['a full disk', { code: 'ENOSPC' }, 503, FULL],
    ['a quota', { code: 'EDQUOT' }, 503, FULL],
    ['a read-only disk', { code: 'EROFS' }, 503, FULL],
    ['PostgreSQL has a full disk', { code: '53100' }, 503, FULL],
    ['SQLite has a full disk', { errcode: 13 }, 503, FULL],
    ['any other', {}, 500, 'Something went wrong.'],
  ])('%s, %o, is logged and answered %i: %s', async (_, more, status, message) => {
    const lines: unknown[] = []
    const app = new Hono()
    handleErrors(app, (...line) => lines.push(line))
    const error = Object.assign(new Error('secret detail'), more)
    app.get('/', () => {
      throw error
    })
    const response = await app.request('/')
    expect([response.status, await response.json()]).toEqual([status, { success: false, message }])
    expect(response.headers.get('retry-after')).toBe({ [BUSY]: '2', [FULL]: '10' }[message] ?? null)
    expect(isTransient(error)).toBe(status === 503)
    expect(JSON.stringify(lines)).toContain('secret detail')
  })

  test('answers 503 with a sentence while the database takes no writes, and serves reads', async () => {
    const url = await createOneConnectionUrl()
    await using own = await createTestApp({}, url)
    const asha = await own.createSignedInUser()
    const [productId] = await addProducts(own, { slug: 'ring' })
    const { db, engine } = own.deps
    const setReadOnly = (value: 'on' | 'off') =>
      (engine === 'sqlite'
        ? sql`pragma query_only = ${sql.raw(value)}`
        : sql`set default_transaction_read_only = ${sql.raw(value)}`
      ).execute(db)
    await setReadOnly('on')
    expect(await asha.post('/cart', { productId })).toMatchObject({
      status: 503,
      body: { message: FULL },
    })
    expect((await own.createClient().get('/products/slug/ring')).status).toBe(200)
    await setReadOnly('off')
    expect((await asha.post('/cart', { productId })).status).toBe(200)
  })
})

/** Of PostgreSQL, whose setting is that of one connection. */
async function createOneConnectionUrl(): Promise<string> {
  if (!process.env['TEST_DATABASE_URL']) return 'sqlite::memory:'
  const url = new URL(await createDatabase())
  url.searchParams.set('connection_limit', '1')
  return url.href
}
