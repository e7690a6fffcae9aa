import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { RETRY_DELAY_MS } from '#src/api-client/time-budget.ts'
import { openShop, type Shop } from './shop.ts'
import { keepCookie } from './shopper.ts'
import { signIn } from './signed-in.ts'

/** A call as the tab made it, e.g. `PATCH /cart/42`. */
export interface Sent {
  what: string
  body: unknown
  key: string | null
  credentials: RequestCredentials | undefined
}

/** How the line treats a call: passes it on, or does something else to it. */
type Line = (request: Request, pass: () => Promise<Response>) => Promise<Response>

/** A browser tab before the real API: its storage, its address, its cookies and its line. */
export interface Tab extends AsyncDisposable {
  shop: Shop
  sent: Sent[]
  /** Calls like `PATCH /cart` that were made, in order. */
  calls(what?: RegExp): string[]
  /** Pages the shop went to. */
  visited: string[]
  /** Signs a new shopper in, without the cost of a password. @returns their id. */
  signIn(): Promise<string>
  /** Loses the cookie, as when the session ended on another device. */
  loseCookie(): void
  /** From now on nothing gets through, or nothing that matches. */
  cutTheLine(what?: RegExp): void
  /** Treats the calls that match in another way, until the line is mended. */
  spoil(what: RegExp, line: Line): void
  mendTheLine(): void
  /** Tells the page's listeners, e.g. `pagehide`. */
  happen(event: Event): void
  /** Leaves this page for one at `path`: what is imported afterwards is the new page's. */
  go(path: string): void
}

/** Opens a tab on a new page at `path`, of a shop set up as `env` says: import what belongs to it
 * afterwards. */
export async function openTab(path = '/', env: Record<string, string> = {}): Promise<Tab> {
  const shop = await openShop(env)
  const channels = new Set<BroadcastChannel>()
  let page = new EventTarget()
  const visited: string[] = []
  const sent: Sent[] = []
  const cookies = new Map<string, string>()
  let spoilt: { what: RegExp; line: Line }[] = []

  const pass = async (request: Request): Promise<Response> => {
    const asked = new Request(request)
    if (cookies.size > 0)
      asked.headers.set('cookie', [...cookies].map((one) => one.join('=')).join('; '))
    const answer = await shop.app.request(asked)
    for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line)
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
      what,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      key: request.headers.get('idempotency-key'),
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
    shop,
    sent,
    visited,
    calls: (what = /./) => sent.map((call) => call.what).filter((call) => what.test(call)),
    async signIn() {
      const someone = await signIn(shop)
      cookies.clear()
      keepCookie(cookies, someone.cookie)
      return someone.id
    },
    loseCookie: () => {
      cookies.clear()
    },
    cutTheLine: (what = /./) => {
      spoilt.push({ what, line: () => Promise.reject(new TypeError('Failed to fetch')) })
    },
    spoil: (what, line) => {
      spoilt.push({ what, line })
    },
    mendTheLine: () => {
      spoilt = []
    },
    happen: (event) => {
      page.dispatchEvent(event)
    },
    go: (to) => {
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
export const answering =
  (status: number, body: string): Line =>
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
