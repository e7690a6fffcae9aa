import { describe, expect, vi } from 'vitest'
import { addProducts } from '#tests/helpers/products.ts'
import { createShopProduct, type Tab } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const ruby = createShopProduct('ruby', { stock: 5, variant: { Colour: 'Ruby' } })

const PAGE = '/product/ruby?from=shop#details'

/** Presses "Log in" in the only queued toast. */
async function pressLogIn(): Promise<void> {
  const { takeToasts } = await import('#src/stores/toasts.ts')
  const [toast] = takeToasts()
  expect(toast?.action?.label).toBe('Log in')
  toast?.action?.onPress()
}

async function actAsVisitor(tab: Tab, action: 'add' | 'buy' | 'wishlist'): Promise<void> {
  await addProducts(tab.app, { slug: 'ruby', stock: 5, variant: { Colour: 'Ruby' } })
  const { addToCart, buyNow } = await import('#src/stores/cart.ts')
  const { toggleWishlist } = await import('#src/stores/wishlist.ts')
  if (action === 'add') await addToCart(ruby, { quantity: 2 })
  else await (action === 'buy' ? buyNow(ruby) : toggleWishlist(ruby))
}

/** Opens the page again and replays the stored intent. */
async function reopenPage(tab: Tab, path = PAGE): Promise<void> {
  tab.navigate(path)
  tab.requests.length = 0
  const { replayIntent } = await import('#src/islands/replay-intent.ts')
  await replayIntent()
}

const test = createTabTest(PAGE)

describe('a visitor’s intent', () => {
  test.for([
    ['add', { endpoint: 'POST /cart', body: { productId: ruby.id, quantity: 2 } }],
    ['buy', { endpoint: 'POST /cart', body: { productId: ruby.id, quantity: 1 } }],
    ['wishlist', { endpoint: 'POST /wishlist/', body: { productId: ruby.id } }],
  ] as const)(
    '%s is replayed once after login, at the same page and scroll position',
    async ([action, call], { tab }) => {
      await actAsVisitor(tab, action)
      vi.stubGlobal('scrollY', 640)
      await pressLogIn()
      expect(tab.visited).toEqual([`/login?next=${encodeURIComponent(PAGE)}`])

      tab.navigate('/login')
      const { intentPath } = await import('#src/stores/intent.ts')
      expect(intentPath()).toBe(PAGE)
      await tab.signIn()

      vi.stubGlobal('scrollY', 0)
      await reopenPage(tab)
      expect(scrollTo).toHaveBeenCalledWith({ top: 640, behavior: 'instant' })
      expect(tab.requests.find(({ endpoint }) => endpoint.startsWith('POST'))).toMatchObject(call)
      expect(tab.visited.at(-1)).toBe(action === 'buy' ? '/checkout' : tab.visited[0])

      await reopenPage(tab)
      expect(tab.listCalls(/POST/)).toEqual([])
    },
  )

  test('is not replayed when "Log in" was not pressed, nor on another page', async ({ tab }) => {
    await actAsVisitor(tab, 'add')
    const { $waitingToasts } = await import('#src/stores/toasts.ts')
    await tab.signIn()
    await reopenPage(tab)
    $waitingToasts.get()[0]?.action?.onPress()
    await reopenPage(tab, '/product/other')
    expect(tab.listCalls(/POST/)).toEqual([])
  })

  test('stays stored when the visitor returns without logging in', async ({ tab }) => {
    await actAsVisitor(tab, 'add')
    await pressLogIn()
    await reopenPage(tab)
    expect(tab.listCalls(/POST/)).toEqual([])
    await tab.signIn()
    await reopenPage(tab)
    expect(tab.listCalls(/POST/)).toEqual(['POST /cart'])
  })

  test('is deleted after an hour and at logout', async ({ tab }) => {
    const { keepIntent, intentPath } = await import('#src/stores/intent.ts')
    keepIntent({ kind: 'wishlist', product: ruby })
    expect(intentPath()).toBe(PAGE)
    vi.useFakeTimers({ now: Date.now() + 61 * 60_000, toFake: ['Date'] })
    expect(intentPath()).toBeNull()
    vi.useRealTimers()
    await tab.signIn()
    const { signOut } = await import('#src/stores/session.ts')
    await signOut()
    expect(intentPath()).toBeNull()
  })

  test('never redirects to another site', async ({ tab: _ }) => {
    const { keepIntent, intentPath } = await import('#src/stores/intent.ts')
    keepIntent({ kind: 'wishlist', product: ruby })
    const stored = JSON.parse(sessionStorage.getItem('kairavi-intent') ?? '{}')
    sessionStorage.setItem('kairavi-intent', JSON.stringify({ ...stored, path: '//evil.example/' }))
    expect(intentPath()).toBeNull()
  })
})
