import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openTab } from '#tests/helpers/tab.ts'

/** A tab and its own client: one that other files of the worker share has the listener of their session. */
async function openClient() {
  const tab = await openTab()
  return Object.assign(tab, await import('#src/api-client/call.ts'))
}

describe('a call', () => {
  test('sends credentials and JSON; sign-up has no credentials option (§6.3)', async () => {
    await using tab = await openClient()
    await tab.call('POST /auth/logout')
    await tab.call('POST /auth/signup', {
      body: { name: 'Asha', email: 'asha@example.test', password: 'moonlight over amer' },
    })
    expect(tab.requests.map(({ credentials }) => credentials)).toEqual(['include', undefined])
  })

  test('escapes the path parameter', async () => {
    await using tab = await openClient()
    const outcome = await tab.call('GET /products/slug/:slug', { param: '../cart?a=b' })
    expect(tab.listCalls()).toEqual(['GET /products/slug/..%2Fcart%3Fa%3Db'])
    expect(outcome).toMatchObject({ kind: 'rejected' })
  })

  test('is ok with the body, or rejected with status, message and field', async () => {
    await using tab = await openClient()
    expect(await tab.call('GET /health')).toMatchObject({ kind: 'ok', body: { status: 'ok' } })
    const body = { firstName: '', lastName: 'R', email: 'r@example.test', message: 'x' }
    expect(await tab.call('POST /contact', { body })).toMatchObject({
      kind: 'rejected',
      status: 400,
      field: 'firstName',
      message: 'Please enter your first name.',
      body: { success: false },
    })
  })

  test.each([
    ['GET /cart', '200 {}', 'rejected', 200],
    ['GET /cart', '200 {"success":"true"}', 'rejected', 200],
    ['GET /cart', '200 {"success":true,"cart":[]}', 'ok', undefined],
    ['GET /health', '200 ', 'failed', 200],
    ['GET /health', '502 <h1>Bad gateway</h1>', 'failed', 502],
    ['GET /health', '200 null', 'failed', 200],
    ['GET /health', '200 []', 'failed', 200],
    ['GET /health', 'no answer', 'failed', undefined],
  ] as const)('%s with the answer %s is %s', async (endpoint, answer, kind, status) => {
    await using tab = await openClient()
    tab.intercept(/./, answer)
    expect({ status: undefined, ...(await tab.call(endpoint)) }).toMatchObject({ kind, status })
  })
})

describe('retries', () => {
  test('repeat a GET, and a call with an idempotency key, once', async () => {
    await using tab = await openClient()
    tab.intercept(/./, 'no answer')
    const idempotencyKey = 'an-idempotency-key'
    await tab.call('GET /cart')
    await tab.call('PATCH /cart/:id', { param: 'x', body: { change: 1 }, idempotencyKey })
    const sent = tab.requests.map((request) => [request.endpoint, request.idempotencyKey])
    const change = ['PATCH /cart/x', idempotencyKey]
    expect(sent).toEqual([['GET /cart', null], ['GET /cart', null], change, change])
  })

  test('do not repeat a change without a key, nor a rejected call', async () => {
    await using tab = await openClient()
    await tab.call('GET /cart')
    tab.intercept(/./, 'no answer')
    await tab.call('DELETE /cart/:id', { param: 'x' })
    expect(tab.listCalls()).toEqual(['GET /cart', 'DELETE /cart/x'])
  })
})

test.each([0, 1])(
  'a server without an answer is given up after 10 s, with %i retries',
  async (retries) => {
    onTestFinished(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    })
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    // Node's own timeout signal does not follow fake timers.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms)
      return controller.signal
    })
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const pending = Promise.withResolvers<Response>()
      signal?.addEventListener('abort', () => pending.reject(signal.reason))
      return pending.promise
    })
    const { call } = await import('#src/api-client/call.ts')
    const startedAt = performance.now()
    const ended = call('GET /health', { retries }).then((outcome) => ({
      outcome,
      after: performance.now() - startedAt,
    }))
    await vi.advanceTimersByTimeAsync(10_500)
    const { outcome, after } = await ended
    expect(outcome).toMatchObject({ kind: 'failed' })
    expect(after).toBeGreaterThan(9_900)
    expect(after).toBeLessThanOrEqual(10_000)
  },
)

test('an expired session calls the listener, unless the 401 is about a password', async () => {
  await using tab = await openClient()
  const listener = vi.fn()
  tab.onUnauthorized(listener)
  await tab.call('POST /auth/login', {
    body: { email: 'no@example.test', password: 'not this one' },
  })
  expect(listener).not.toHaveBeenCalled()
  await tab.call('GET /cart')
  expect(listener).toHaveBeenCalledOnce()
})
