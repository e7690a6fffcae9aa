import { describe, expect, vi } from 'vitest'
import { messages } from '#src/channels/messages.ts'
import { createShopProduct, importToasts, showList, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const ruby = createShopProduct('ruby', { stock: 5 })

async function importPage() {
  const wishlist = await import('#src/stores/wishlist.ts')
  const { $cartCount } = await import('#src/stores/cart.ts')
  const session = await import('#src/stores/session.ts')
  const share = await import('#src/stores/wishlist-share.ts')
  const listIds = () => [...wishlist.$wishlistIds.get()]
  return { ...wishlist, ...session, ...share, ...(await importToasts()), $cartCount, listIds }
}

/** The page of a signed-in user with an empty wishlist. */
async function openPage(tab: Tab) {
  await tab.signIn()
  return importPage()
}

const test = createTabTest('/wishlist', openPage, { slug: 'ruby', stock: 5 })

test('the wishlist button updates at once and sends the change', async ({ tab, page }) => {
  await page.currentUser()
  const duringRequest: unknown[] = []
  tab.intercept(/POST/, (_, pass) => {
    duringRequest.push(page.listIds(), [...page.$wishlistBusy.get()])
    return pass()
  })
  await page.toggleWishlist(ruby)
  expect(duringRequest).toEqual([[ruby.id], [ruby.id]])
  expect(tab.requests.at(-1)).toMatchObject({
    endpoint: 'POST /wishlist/',
    body: { productId: ruby.id },
  })
  expect(page.$wishlistBusy.get().size).toBe(0)
  await page.toggleWishlist(ruby)
  expect(tab.listCalls(/wishlist/)).toEqual(['POST /wishlist/', `DELETE /wishlist/${ruby.id}`])
  expect(page.listIds()).toEqual([])
})

test('a heart that showed another state than the wishlist has changes nothing', async ({
  tab,
  page,
}) => {
  await page.currentUser()
  await page.toggleWishlist(ruby, true)
  expect(tab.listCalls(/wishlist/)).toEqual([])
  await page.toggleWishlist(ruby, false)
  await page.toggleWishlist(ruby, false)
  expect(tab.listCalls(/wishlist/)).toEqual(['POST /wishlist/'])
  expect(page.listIds()).toEqual([ruby.id])
})

test.for([
  ['200 {"success":true,"message":""}', 'Added to wishlist 💖', 'Removed from wishlist 💔'],
  ['200 {"success":true,"message":"Noted."}', 'Noted.', 'Noted.'],
] as const)(
  'the wishlist button shows the server’s message, else its own: %s (§8.21)',
  async ([answer, added, removed], { tab, page }) => {
    tab.intercept(/wishlist/, answer)
    await page.toggleWishlist(ruby)
    await page.toggleWishlist(ruby)
    expect(page.takeToasts()).toEqual([`success: ${added}`, `success: ${removed}`])
  },
)

test('two changes are pending at once, and one that fails takes back its own', async ({
  tab,
  page,
}) => {
  const gone = { ...ruby, id: 'gone' }
  const release = tab.holdResponses(/POST/)
  const changes = [ruby, gone].map((product) => page.toggleWishlist(product))
  await vi.waitFor(() => expect([...page.$wishlistBusy.get()]).toEqual([ruby.id, gone.id]), WAIT)
  expect(page.listIds()).toEqual([gone.id, ruby.id])
  release()
  await Promise.all(changes)
  expect(page.$wishlistBusy.get().size).toBe(0)
  expect(page.listIds()).toEqual([ruby.id])
})

test('the link of a shared wishlist shows it until it is private again', async ({ tab, page }) => {
  await page.toggleWishlist(ruby)
  await page.setShared(true)
  const token = page.$shareToken.get()
  tab.navigate(`/wishlist/shared?token=${token}`)
  const guest = await importPage()
  guest.$sharedWishlist.listen(() => undefined)
  const waitForShared = (state: object) =>
    vi.waitFor(() => expect(guest.$sharedWishlist.get()).toMatchObject(state), WAIT)
  await waitForShared({ data: { products: [{ slug: 'ruby', price: 1_234.5 }] } })
  expect(tab.listCalls(/share/)).toHaveLength(2)
  guest.$shareToken.listen(() => undefined)
  await guest.currentUser()
  await vi.waitFor(() => expect(guest.$shareToken.get()).toBe(token), WAIT)
  await guest.setShared(false)
  expect(guest.$shareToken.get()).toBeNull()
  expect(guest.takeToasts()).toEqual([`blank: ${messages.wishlistShare.ended}`])
  const unknown = { data: { rejected: messages.wishlistShare.unknown }, error: null }
  await guest.retrySharedWishlist()
  await waitForShared(unknown)
  tab.intercept(/share/, 'no answer')
  await guest.retrySharedWishlist()
  await waitForShared({ error: messages.wishlistShare.failed })
  tab.navigate('/wishlist/shared')
  const { $sharedWishlist } = await importPage()
  $sharedWishlist.listen(() => undefined)
  await vi.waitFor(() => expect($sharedWishlist.get()).toMatchObject(unknown), WAIT)
})

describe('a visitor', () => {
  test('is prompted once for an add and a removal (§5.8 §8.20)', async ({ tab, page }) => {
    tab.clearCookies()
    await page.toggleWishlist(ruby)
    expect(page.listIds()).toEqual([ruby.id])
    expect(page.takeToasts()).toEqual(['error: Please log in to add items to your wishlist'])
    await page.toggleWishlist(ruby)
    expect(page.listIds()).toEqual([])
    expect(page.takeToasts()).toEqual(['error: Please log in to manage your wishlist'])
    await page.toggleWishlist(ruby)
    expect(page.takeToasts()).toEqual([])
    expect(tab.listCalls(/wishlist/)).toEqual([])
  })

  test('keeps pieces on the device until an account has them', async ({ tab }) => {
    const gone = { ...ruby, id: 'gone' }
    for (const product of [ruby, gone]) await (await importPage()).addToWishlist(product)
    tab.navigate('/wishlist')
    const page = await importPage()
    await page.currentUser()
    await vi.waitFor(() => expect(page.listIds()).toEqual([gone.id, ruby.id]), WAIT)

    await tab.signIn()
    tab.navigate('/login')
    const left = await importPage()
    await left.currentUser()
    await vi.waitFor(() => expect(left.listIds()).toEqual([gone.id, ruby.id]), WAIT)
    expect(tab.listCalls(/POST/)).toEqual([])

    tab.navigate('/shop')
    const { currentUser, listIds, takeToasts } = await importPage()
    await currentUser()
    await vi.waitFor(() => expect(localStorage.getItem('kairavi-wishlist')).toBeNull(), WAIT)
    expect(listIds()).toEqual([ruby.id])
    expect(takeToasts()).toEqual([])
    expect(tab.listCalls(/POST/)).toEqual(['POST /wishlist/', 'POST /wishlist/'])
  })

  test('is prompted to log in to view the wishlist (§8.20)', async ({ tab, page }) => {
    tab.clearCookies()
    const phases: string[] = []
    page.$wishlistPhase.subscribe((phase) => phases.push(phase))
    await showList(page.$wishlist, page.$wishlistPhase)
    expect(phases).toEqual(['loading', 'visitor'])
    expect(page.takeToasts()).toEqual(['error: Please log in to view your wishlist'])
    expect(tab.listCalls(/wishlist/)).toEqual([])
  })
})

test('fewer than were saved for later are told as they are added', async ({ page }) => {
  await page.toggleWishlist(ruby)
  page.takeToasts()
  await page.moveToCart(ruby, { quantity: 8 })
  expect(page.takeToasts()).toEqual(['success: Only 5 left.'])
})

test('an item is added to the cart, then taken off the wishlist (§4.wishlist-to-cart.1)', async ({
  tab,
  page,
}) => {
  await page.toggleWishlist(ruby)
  await showList(page.$wishlist, page.$wishlistPhase)
  expect(page.$wishlist.get()).toMatchObject({ entries: [{ id: ruby.id }], error: null })
  page.takeToasts()
  tab.requests.length = 0
  const changes: string[] = []
  page.$cartCount.listen((count) => changes.push(`count ${count}`))
  page.$wishlist.listen(({ entries }) => changes.push(`entries ${entries.length}`))
  await page.moveToCart(ruby, {})
  expect(tab.listCalls(/POST|DELETE/)).toEqual(['POST /cart', `DELETE /wishlist/${ruby.id}`])
  expect(changes[0]).toBe('count 1')
  expect(page.$cartCount.get()).toBe(1)
  expect(page.$wishlist.get().entries).toEqual([])
  await vi.waitFor(() => expect(page.$user.get()?.wishlist).toEqual([]))
  expect(page.takeToasts()).toEqual(['success: Cart updated'])
})
