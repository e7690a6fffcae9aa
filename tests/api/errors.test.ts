import { Hono } from 'hono'
import { describe, expect } from 'vitest'
import { apiError } from '#src/contract/endpoint.ts'
import { isTransient } from '#src/server/core/errors.ts'
import { handleErrors } from '#src/server/core/http/error-handler.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test } from '#tests/helpers/api-test.ts'
import { type ApiClient, formatCookies } from '#tools/api-client.ts'

const JSON_TYPE = 'application/json'
const productId = toProductId('a')

/** Sends a body to POST /cart. */
async function send(client: ApiClient, body: string | Uint8Array<ArrayBuffer>, type = JSON_TYPE) {
  const { status, body: answer } = await client.post('/cart', body, { 'Content-Type': type })
  const { message, field } = apiError.parse(answer)
  return { status, message, field }
}

describe('request bodies', () => {
  const INVALID = 'The body is not valid JSON.'
  const NO_OBJECT = 'The body must be an object.'
  const UNSTORABLE = 'The body holds a character that cannot be kept.'
  const nested = `${'['.repeat(9_000)}${']'.repeat(9_000)}`

  test.for<[what: string, body: string | Uint8Array<ArrayBuffer>, status: number, message: string]>(
    [
      ['nothing', '', 400, INVALID],
      ['half of it', '{"productId":', 400, INVALID],
      ['two of them', '{}{}', 400, INVALID],
      ['30,000 brackets', '['.repeat(30_000), 400, INVALID],
      ['deep lists', nested, 400, 'The body is nested too deeply.'],
      ['null', 'null', 400, NO_OBJECT],
      ['a list', '[]', 400, NO_OBJECT],
      ['a text', '"text"', 400, NO_OBJECT],
      ['too much', `"${'x'.repeat(65_536)}"`, 413, 'The body may hold at most 64 kB.'],
      ['a NUL', '{"productId":"a\\u0000"}', 400, UNSTORABLE],
      ['half a pair', '{"\\ud83d":1}', 400, UNSTORABLE],
      ['no UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 400, 'The body is not valid UTF-8.'],
    ],
  )('%s', async ([, body, status, message], { shopper }) => {
    expect(await send(shopper, body)).toMatchObject({ status, message })
  })

  test('rejects a stream without Content-Length at 64 kB', async ({ shop, shopper }) => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 16_384
        controller.enqueue(new Uint8Array(16_384).fill(0x20))
      },
    })
    const headers = { cookie: formatCookies(shopper.cookies), 'content-type': JSON_TYPE }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    expect((await shop.request('/cart', init as RequestInit)).status).toBe(413)
    expect(sent).toBeLessThan(200_000)
  })

  test.for([
    ['', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data', 415],
    ['application/jsonx', 415],
    ['application/json; charset=utf-8', 400],
    ['Application/JSON', 400],
    ['application/json ;x', 400],
  ] as const)('of the type "%s" are answered %i (T6)', async ([type, status], { shopper }) => {
    const expected =
      status === 415 ? { message: 'Send the body as application/json.' } : { field: 'productId' }
    expect(await send(shopper, '{}', type)).toMatchObject({ status, ...expected })
  })

  // `__proto__` in a text: in an object it would be the prototype.
  test.for([
    ['__proto__', `{"productId":"${productId}","__proto__":{"role":"admin"}}`],
    ['__proto__', `{"productId":"${productId}","variant":{"__proto__":"x"}}`],
    ['constructor', `{"productId":"${productId}","constructor":{"role":"admin"}}`],
    ['long'.repeat(15), `{"productId":"${productId}","${'long'.repeat(20)}":1}`],
  ] as const)('rejects the unknown field %s by name (T24)', async ([name, body], { shopper }) => {
    const message = `The field "${name}" is not known here.`
    expect(await send(shopper, body)).toMatchObject({ status: 400, message })
    expect({}).not.toHaveProperty('role')
  })
})

describe('paths and methods', () => {
  test('answers 404 to unknown paths', async ({ visitor }) => {
    const message = 'There is nothing at this address.'
    for (const path of ['/', '/cart/', '/cart/a/b', '/products', '/%00', '/..%2f..', '/%'])
      expect([path, await visitor.get(path)]).toMatchObject([
        path,
        { status: 404, body: { success: false, message } },
      ])
  })

  test.for([
    ['PUT /cart', 'POST, GET'],
    ['GET /cart/x', 'PATCH, DELETE'],
    ['POST /products/get-all-products', 'GET'],
    ['GET /auth/login', 'POST'],
  ] as const)(
    'answers %s with the methods of the path: %s',
    async ([call, allowed], { visitor }) => {
      const [method = '', path = ''] = call.split(' ')
      const { status, body, headers } = await visitor.request(method, path)
      expect([status, body.success, headers.get('allow')]).toEqual([405, false, allowed])
    },
  )
})

test.for([
  'GET /health',
  'GET /cart',
  'GET /nothing',
  'PUT /cart',
  'POST /auth/login',
  'GET /media/x/1.webp',
])('%s has the security headers, also with an error (T31)', async (call, { visitor }) => {
  const [method = '', path = ''] = call.split(' ')
  const { headers } = await visitor.request(method, path)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  expect(headers.has('x-powered-by')).toBe(false)
})

describe('database errors', () => {
  const BUSY = 'The shop is busy. Please try again in a moment.'
  const FULL = 'The shop cannot save anything just now. Please try again later.'

  test.for<[what: string, more: object, status: number, message: string]>([
    ['SQLite is locked', { errcode: 5 }, 503, BUSY],
    ['SQLite has a stale snapshot', { errcode: 517 }, 503, BUSY],
    ['PostgreSQL is shutting down', { code: '57P01' }, 503, BUSY],
    ['PostgreSQL cancels a statement', { code: '57014' }, 503, BUSY],
    ['PostgreSQL is unreachable', { code: 'ECONNREFUSED' }, 503, BUSY],
    ['a serialization failure', { code: '40001' }, 503, BUSY],
    ['a full disk', { code: 'ENOSPC' }, 503, FULL],
    ['a quota', { code: 'EDQUOT' }, 503, FULL],
    ['a read-only disk', { code: 'EROFS' }, 503, FULL],
    ['PostgreSQL is read-only', { code: '25006' }, 503, FULL],
    ['SQLite is read-only', { errcode: 8 }, 503, FULL],
    ['PostgreSQL has a full disk', { code: '53100' }, 503, FULL],
    ['SQLite has a full disk', { errcode: 13 }, 503, FULL],
    ['any other', {}, 500, 'Something went wrong.'],
  ])('%s, %o, is logged and answered %i: %s', async ([, more, status, message]) => {
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
})
