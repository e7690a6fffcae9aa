import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, onUnauthorized } from '#src/api-client/call.ts'
import { openTab, respondWith } from '#tests/helpers/tab.ts'

describe('a call', () => {
  test('sends credentials and JSON; sign-up has no credentials option', async () => {
    await using tab = await openTab()
    await call('POST /auth/logout')
    await call('POST /auth/signup', {
      body: { name: 'Asha', email: 'asha@example.test', password: 'moonlight over amer' },
    })
    expect(tab.requests.map(({ credentials }) => credentials)).toEqual(['include', undefined])
  })

  test('puts the name into the path, escaped', async () => {
    await using tab = await openTab()
    const outcome = await call('GET /products/slug/:slug', { param: '../cart?a=b' })
    expect(tab.listCalls()).toEqual(['GET /products/slug/..%2Fcart%3Fa%3Db'])
    expect(outcome).toMatchObject({ kind: 'rejected' })
  })

  test('ends ok with the reply', async () => {
    await using _tab = await openTab()
    expect(await call('GET /health')).toMatchObject({ kind: 'ok', body: { status: 'ok' } })
  })

  test('ends refused with status, message and field', async () => {
    await using _tab = await openTab()
    expect(
      await call('POST /contact', {
        body: { firstName: '', lastName: 'R', email: 'r@example.test', message: 'x' },
      }),
    ).toEqual({
      kind: 'rejected',
      status: 400,
      message: 'Please enter your first name.',
      field: 'firstName',
    })
  })

  test.each([
    [200, '{}', 'rejected'],
    [200, '{"success":false,"message":"No."}', 'rejected'],
    [200, '{"success":"true"}', 'rejected'],
    [200, '{"success":true,"cart":[]}', 'ok'],
  ])('of the cart needs success: %i %s is %s', async (status, body, kind) => {
    await using tab = await openTab()
    tab.intercept(/cart/, respondWith(status, body))
    expect(await call('GET /cart')).toMatchObject({ kind })
  })

  test.each([
    [200, ''],
    [200, '<h1>Hello</h1>'],
    [502, '<h1>Bad gateway</h1>'],
    [200, 'null'],
    [200, '[]'],
    [200, '"yes"'],
  ])('breaks on what is not ours: %i %s', async (status, body) => {
    await using tab = await openTab()
    tab.intercept(/health/, respondWith(status, body))
    expect(await call('GET /health')).toMatchObject({ kind: 'failed', status })
  })

  test('breaks without a network, and never throws', async () => {
    await using tab = await openTab()
    tab.goOffline()
    expect(await call('GET /health')).toMatchObject({ kind: 'failed', status: undefined })
  })
})

describe('retries', () => {
  test('repeat a call with a key once, with the same key', async () => {
    await using tab = await openTab()
    tab.goOffline()
    await call('PATCH /cart/:id', {
      param: 'x',
      body: { change: 1 },
      idempotencyKey: 'a-key-of-mine',
    })
    expect(tab.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      'a-key-of-mine',
      'a-key-of-mine',
    ])
  })

  test('do not repeat a change without a key, nor a refusal', async () => {
    await using tab = await openTab()
    await call('GET /cart', { retries: 1 })
    tab.goOffline()
    await call('DELETE /cart/:id', { param: 'x' })
    expect(tab.listCalls()).toEqual(['GET /cart', 'DELETE /cart/x'])
  })
})

describe('a server that hangs', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    // Node's own timeout signal does not follow fake timers.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const control = new AbortController()
      setTimeout(() => control.abort(new DOMException('Timed out', 'TimeoutError')), ms)
      return control.signal
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test.each([0, 1])('is given up within 10 s, with %i retries', async (retries) => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const hanging = Promise.withResolvers<Response>()
      signal?.addEventListener('abort', () => hanging.reject(signal.reason))
      return hanging.promise
    })
    const calling = call('GET /health', { retries })
    const began = performance.now()
    const ended = calling.then((outcome) => ({ outcome, after: performance.now() - began }))
    await vi.advanceTimersByTimeAsync(10_500)
    const { outcome, after } = await ended
    expect(outcome).toMatchObject({ kind: 'failed' })
    expect(after).toBeGreaterThan(9_900)
    expect(after).toBeLessThanOrEqual(10_000)
    vi.unstubAllGlobals()
  })
})

describe('a session that ended', () => {
  test('is told, unless the 401 is about a password', async () => {
    await using _tab = await openTab()
    const told = vi.fn()
    onUnauthorized(told)
    await call('POST /auth/login', { body: { email: 'no@example.test', password: 'not this one' } })
    expect(told).not.toHaveBeenCalled()
    await call('GET /cart')
    expect(told).toHaveBeenCalledOnce()
    onUnauthorized(() => undefined)
  })
})
