import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { RETRY_DELAY_MS } from '#src/api-client/time-budget.ts'
import { formatCookies, storeCookie } from './api-client.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** A call as the tab made it, e.g. `PATCH /cart/42`. */
export interface SentRequest {
  endpoint: string
  body: unknown
  idempotencyKey: string | null
  credentials: RequestCredentials | undefined
}

/** How the line treats a call: passes it on, or does something else to it. */
type Interceptor = (request: Request, pass: () => Promise<Response>) => Promise<Response>

/** A browser tab before the real API: its storage, its address, its cookies and its line. */
export interface Tab extends AsyncDisposable {
  app: TestApp
  requests: SentRequest[]
  /** Calls like `PATCH /cart` that were made, in order. */
  listCalls(what?: RegExp): string[]
  /** Pages the shop went to. */
  visited: string[]
  /** Signs a new shopper in, without the cost of a password. @returns their id. */
  signIn(): Promise<string>
  /** Loses the cookie, as when the session ended on another device. */
  clearCookies(): void
  /** From now on nothing gets through, or nothing that matches. */
  goOffline(what?: RegExp): void
  /** Treats the calls that match in another way, until the line is mended. */
  intercept(what: RegExp, line: Interceptor): void
  restoreNetwork(): void
  /** Tells the page's listeners, e.g. `pagehide`. */
  dispatch(event: Event): void
  /** Leaves this page for one at `path`: what is imported afterwards is the new page's. */
  navigate(path: string): void
}

/** Opens a tab on a new page at `path`, of a shop set up as `env` says: import what belongs to it
 * afterwards. */
export async function openTab(path = '/', env: Record<string, string> = {}): Promise<Tab> {
  const shop = await createTestApp(env)
  const channels = new Set<BroadcastChannel>()
  let page = new EventTarget()
  const visited: string[] = []
  const sent: SentRequest[] = []
  const cookies = new Map<string, string>()
  let spoilt: { what: RegExp; line: Interceptor }[] = []

  const pass = async (request: Request): Promise<Response> => {
    const asked = new Request(request)
    if (cookies.size > 0) asked.headers.set('cookie', formatCookies(cookies))
    const answer = await shop.hono.request(asked)
    for (const line of answer.headers.getSetCookie()) storeCookie(cookies, line)
    return answer
  }

  let underWay = 0
  let failedAt = 0
  const watched = async (answering: Promise<Response>): Promise<Response> => {
    underWay += 1
    try {
      const answer = await answering
      if (answer.status >= 500) failedAt = Date.now()
      return answer
    } catch (error) {
      failedAt = Date.now()
      throw error
    } finally {
      underWay -= 1
    }
  }
  // What is still under way, or about to be tried again, must not reach the next test's shop.
  const atRest = () => underWay === 0 && Date.now() - failedAt > RETRY_DELAY_MS + 50

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request = new Request(new URL(url, 'http://shop.test'), init)
    const what = `${request.method} ${new URL(request.url).pathname.replace(/^\/api/, '')}`
    sent.push({
      endpoint: what,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      idempotencyKey: request.headers.get('idempotency-key'),
      credentials: init.credentials,
    })
    const spoiler = spoilt.findLast((one) => one.what.test(what))
    const through = () => pass(request)
    return watched(spoiler ? spoiler.line(request, through) : through())
  })
  // Channels reach over all threads of the process: each browser has its own.
  const browser = randomUUID()
  class PageChannel extends BroadcastChannel {
    constructor(name: string) {
      super(`${name} of ${browser}`)
      channels.add(this)
    }
  }

  const leave = () => {
    page.dispatchEvent(new Event('pagehide'))
    for (const channel of channels) channel.close()
    channels.clear()
  }
  const arrive = (at: string) => {
    vi.resetModules()
    page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('location', locationAt(at, visited))
  }

  vi.stubGlobal('BroadcastChannel', PageChannel)
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('scrollTo', vi.fn())
  arrive(path)

  return {
    app: shop,
    requests: sent,
    visited,
    listCalls: (what = /./) => sent.map((call) => call.endpoint).filter((call) => what.test(call)),
    async signIn() {
      const user = await shop.createSignedInUser()
      cookies.clear()
      for (const [name, value] of user.cookies) cookies.set(name, value)
      return user.uid
    },
    clearCookies: () => {
      cookies.clear()
    },
    goOffline: (what = /./) => {
      spoilt.push({ what, line: () => Promise.reject(new TypeError('Failed to fetch')) })
    },
    intercept: (what, line) => {
      spoilt.push({ what, line })
    },
    restoreNetwork: () => {
      spoilt = []
    },
    dispatch: (event) => {
      page.dispatchEvent(event)
    },
    navigate: (to) => {
      leave()
      arrive(to)
    },
    async [Symbol.asyncDispose]() {
      leave()
      await vi.waitFor(() => expect(atRest()).toBe(true), { timeout: 5_000, interval: 5 })
      vi.unstubAllGlobals()
      await shop[Symbol.asyncDispose]()
    },
  }
}

/** An answer that is not the real API's, e.g. a proxy's. */
export const respondWith =
  (status: number, body: string): Interceptor =>
  async () =>
    new Response(body, { status })

function locationAt(path: string, visited: string[]) {
  const { pathname, search, hash } = new URL(path, 'http://shop.test')
  const go = (next: string) => visited.push(next)
  return { pathname, search, hash, assign: go, replace: go }
}

function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => {
      kept.delete(key)
    },
    setItem: (key, value) => {
      kept.set(key, value)
    },
  }
}
