import { randomUUID } from 'node:crypto'
import { setPersistentEngine } from '@nanostores/persistent'
import type { ReadableAtom } from 'nanostores'
import { expect, vi } from 'vitest'
import { RETRY_DELAY_MS } from '#src/api-client/call.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { formatCookies, storeCookie } from '#tools/api-client.ts'
import { createTestApp } from '#tools/test-app.ts'
import { createStorage } from './device-storage.ts'

interface SentRequest {
  /** E.g. `PATCH /cart/42`. */
  endpoint: string
  body: unknown
  idempotencyKey: string | null
  credentials: RequestCredentials | undefined
}

/**
 * Replaces the network for a request: a function, whose `pass` sends it to the real API, or what the
 * answer is, e.g. `409 {"success":false}`, or `no answer`.
 */
type Interceptor = string | ((request: Request, pass: () => Promise<Response>) => Promise<Response>)

/** A browser tab of the real API: its storage, address, cookies and network. */
export type Tab = Awaited<ReturnType<typeof openTab>>

/** Opens a tab at `path` of a shop with the settings `env`; import its modules afterwards. */
export async function openTab(path = '/', env: Record<string, string> = {}) {
  const app = await createTestApp(env)
  const channels = new Set<BroadcastChannel>()
  let page = new EventTarget()
  const visited: string[] = []
  const requests: SentRequest[] = []
  const cookies = new Map<string, string>()
  let interceptors: { pattern: RegExp; interceptor: Interceptor }[] = []

  /** Intercepts the requests that match; the last interceptor wins. */
  const intercept = (pattern: RegExp, interceptor: Interceptor) =>
    void interceptors.push({ pattern, interceptor })

  const pass = async (request: Request): Promise<Response> => {
    const withCookies = new Request(request)
    if (cookies.size > 0) withCookies.headers.set('cookie', formatCookies(cookies))
    const response = await app.hono.request(withCookies)
    for (const cookie of response.headers.getSetCookie()) storeCookie(cookies, cookie)
    return response
  }

  let pending = 0
  let failedAt = 0
  const track = async (responding: Promise<Response>): Promise<Response> => {
    pending += 1
    try {
      const response = await responding
      if (response.status >= 500) failedAt = Date.now()
      return response
    } catch (error) {
      failedAt = Date.now()
      throw error
    } finally {
      pending -= 1
    }
  }
  // A pending request or a retry must not reach the next test's shop.
  const isIdle = () => pending === 0 && Date.now() - failedAt > RETRY_DELAY_MS + 50

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request = new Request(new URL(url, 'http://shop.test'), init)
    const endpoint = `${request.method} ${new URL(request.url).pathname.replace(/^\/api/, '')}`
    requests.push({
      endpoint,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      idempotencyKey: request.headers.get('idempotency-key'),
      credentials: init.credentials,
    })
    const matching = interceptors.findLast(({ pattern }) => pattern.test(endpoint))
    const passOn = () => pass(request)
    const interceptor = matching?.interceptor ?? passOn
    return track(
      typeof interceptor === 'string' ? respond(interceptor) : interceptor(request, passOn),
    )
  })
  // A channel's name is shared by all threads of the process, so each browser has its own names.
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
  const arrive = (address: string) => {
    vi.resetModules()
    page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    vi.stubGlobal('location', locationAt(address, visited))
  }

  vi.stubGlobal('BroadcastChannel', PageChannel)
  const stored = createStorage()
  vi.stubGlobal('sessionStorage', stored)
  const device = createStorage()
  setPersistentEngine(device, { addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('scrollTo', vi.fn())
  arrive(path)

  return {
    app,
    requests,
    /** Addresses that the page navigated to. */
    visited,
    /** What the session storage has. */
    stored,
    /** What the local storage has. */
    device,
    /** Endpoints that were requested, in order, e.g. `PATCH /cart/42`. */
    listCalls: (pattern = /./) =>
      requests.map(({ endpoint }) => endpoint).filter((endpoint) => pattern.test(endpoint)),
    /** Signs a new shopper in without the cost of a password. @returns the user's id. */
    async signIn() {
      const user = await app.createSignedInUser()
      cookies.clear()
      for (const [name, value] of user.cookies) cookies.set(name, value)
      return user.uid
    },
    /** Removes the cookies, like a session that ended on another device. */
    clearCookies: () => cookies.clear(),
    intercept,
    /** Delays the responses that match. @returns a function that releases them. */
    holdResponses(pattern: RegExp) {
      const released = Promise.withResolvers<void>()
      intercept(pattern, async (_, passOn) => {
        const response = await passOn()
        await released.promise
        return response
      })
      return released.resolve
    },
    /** Removes all interceptors. */
    restoreNetwork() {
      interceptors = []
    },
    /** Dispatches a window event, e.g. `pagehide`. */
    dispatch: (event: Event) => page.dispatchEvent(event),
    /** Leaves the page for `path`; modules imported afterwards belong to the new page. */
    navigate(to: string) {
      leave()
      arrive(to)
    },
    async [Symbol.asyncDispose]() {
      vi.useRealTimers()
      leave()
      await vi.waitFor(() => expect(isIdle()).toBe(true), { timeout: 30_000, interval: 5 })
      vi.unstubAllGlobals()
      await app[Symbol.asyncDispose]()
    },
  }
}

/** Waits for a request and its effects; for `vi.waitFor`. */
export const WAIT = { timeout: 30_000, interval: 10 }

/** Shows cart or wishlist, as the islands of its page do, and waits until it is loaded. */
export async function showList(
  $list: ReadableAtom<{ loading: boolean }>,
  $phase: ReadableAtom<string>,
): Promise<void> {
  $list.listen(() => undefined)
  await vi.waitFor(() => {
    expect($phase.get()).not.toBe('loading')
    expect($list.get().loading).toBe(false)
  }, WAIT)
}

/** The page's toasts as `kind: text`: `takeToasts` also removes them, `listToasts` does not. */
export async function importToasts() {
  const toasts = await import('#src/stores/toasts.ts')
  const format = ({ kind, text }: { kind: string; text: string }) => `${kind}: ${text}`
  return {
    listToasts: () => toasts.$waitingToasts.get().map(format),
    takeToasts: () => toasts.takeToasts().map(format),
  }
}

/** A product of `addProducts` as the page shows it. */
export const createShopProduct = (
  slug: string,
  values: Partial<ShopProduct> = {},
): ShopProduct => ({
  id: toProductId(slug),
  slug,
  title: `The ${slug}`,
  price: 1_234.5,
  images: [],
  category: 'jewelry',
  stock: 50,
  variant: {},
  ...values,
})

function locationAt(path: string, visited: string[]) {
  const { pathname, search, hash } = new URL(path, 'http://shop.test')
  const go = (next: string) => visited.push(next)
  return { pathname, search, hash, assign: go, replace: go }
}

async function respond(answer: string): Promise<Response> {
  if (answer === 'no answer') throw new TypeError('Failed to fetch')
  return new Response(answer.slice(4), { status: Number(answer.slice(0, 3)) })
}
