import { describe, expect, test, vi } from 'vitest'
import { toProductId } from '#src/server/catalog/to-product-row.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { openTab, type Tab } from '#tests/helpers/tab.ts'

const ruby: ShopProduct = {
  id: toProductId('ruby'),
  slug: 'ruby',
  title: 'The ruby',
  price: 1_234.5,
  images: [],
  category: 'jewelry',
  stock: 5,
  variant: { Colour: 'Ruby' },
}

const PAGE = '/product/ruby?from=shop#details'

/** Presses the Log in action of the one toast that waits. */
async function pressLogIn(): Promise<void> {
  const { takeToasts } = await import('#src/stores/toasts.ts')
  const [note] = takeToasts()
  expect(note?.action?.label).toBe('Log in')
  note?.action?.onPress()
}

async function asVisitor(tab: Tab, want: 'add' | 'buy' | 'wishlist'): Promise<void> {
  await addProducts(tab.app, { slug: 'ruby', stock: 5, variant: { Colour: 'Ruby' } })
  const { addToCart } = await import('#src/stores/add-to-cart.ts')
  const { buyNow } = await import('#src/stores/add-to-cart.ts')
  const { toggleWishlist } = await import('#src/stores/wishlist.ts')
  if (want === 'add') await addToCart(ruby, { quantity: 2 })
  else await (want === 'buy' ? buyNow(ruby) : toggleWishlist(ruby))
}

/** Back on the page, after what was signed in to meanwhile. */
async function comeBack(tab: Tab, path = PAGE): Promise<void> {
  tab.navigate(path)
  tab.requests.length = 0
  const { replayIntent } = await import('#src/stores/replay-intent.ts')
  await replayIntent()
}

describe('what a visitor wanted', () => {
  test.each([
    ['add', { endpoint: 'POST /cart', body: { productId: ruby.id, quantity: 2 } }],
    ['buy', { endpoint: 'POST /cart', body: { productId: ruby.id, quantity: 1 } }],
    ['wishlist', { endpoint: 'POST /wishlist/', body: { productId: ruby.id } }],
  ] as const)(
    '%s: happens once after logging in, on the same page and place',
    async (want, call) => {
      await using tab = await openTab(PAGE)
      await asVisitor(tab, want)
      vi.stubGlobal('scrollY', 640)
      await pressLogIn()
      expect(tab.visited).toEqual([`/login?next=${encodeURIComponent(PAGE)}`])

      tab.navigate('/login')
      const { intentPath } = await import('#src/stores/intent.ts')
      expect(intentPath()).toBe(PAGE)
      await tab.signIn()

      vi.stubGlobal('scrollY', 0)
      await comeBack(tab)
      expect(scrollTo).toHaveBeenCalledWith({ top: 640, behavior: 'instant' })
      expect(tab.requests.find(({ endpoint }) => endpoint.startsWith('POST'))).toMatchObject(call)
      expect(tab.visited.at(-1)).toBe(want === 'buy' ? '/checkout' : tab.visited[0])

      await comeBack(tab)
      expect(tab.listCalls(/POST/)).toEqual([])
    },
  )

  test('does not happen when the toast was passed over', async () => {
    await using tab = await openTab(PAGE)
    await asVisitor(tab, 'add')
    await tab.signIn()
    await comeBack(tab)
    expect(tab.listCalls()).toEqual([])
  })

  test('does not happen on another page', async () => {
    await using tab = await openTab(PAGE)
    await asVisitor(tab, 'add')
    await pressLogIn()
    await tab.signIn()
    await comeBack(tab, '/product/other')
    expect(tab.listCalls(/POST/)).toEqual([])
  })

  test('waits for one who comes back without logging in', async () => {
    await using tab = await openTab(PAGE)
    await asVisitor(tab, 'add')
    await pressLogIn()
    await comeBack(tab)
    expect(tab.listCalls(/POST/)).toEqual([])
    await tab.signIn()
    await comeBack(tab)
    expect(tab.listCalls(/POST/)).toEqual(['POST /cart'])
  })

  test('is forgotten by logging out and after an hour', async () => {
    await using tab = await openTab(PAGE)
    const { keepIntent, intentPath } = await import('#src/stores/intent.ts')
    keepIntent({ kind: 'wishlist', product: ruby })
    expect(intentPath()).toBe(PAGE)
    vi.useFakeTimers({ now: Date.now() + 61 * 60_000, toFake: ['Date'] })
    expect(intentPath()).toBeNull()
    vi.useRealTimers()
    await tab.signIn()
    const { signOut } = await import('#src/stores/sign-out.ts')
    await signOut()
    expect(intentPath()).toBeNull()
  })

  test.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (path) => {
      await using _tab = await openTab(PAGE)
      const { keepIntent, intentPath } = await import('#src/stores/intent.ts')
      keepIntent({ kind: 'wishlist', product: ruby })
      const kept = JSON.parse(sessionStorage.getItem('kairavi-intent') ?? '{}')
      sessionStorage.setItem('kairavi-intent', JSON.stringify({ ...kept, path }))
      expect(intentPath()).toBeNull()
    },
  )
})
