import { expect, vi } from 'vitest'
import { messages } from '#src/channels/messages.ts'
import { isRecord } from '#src/rules/is-record.ts'
import type { Details } from '#src/stores/profile.ts'
import { createShopProduct, importToasts, showList, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const ruby = createShopProduct('ruby')
const pearl = createShopProduct('pearl')
const details: Details = { displayName: 'Meera', phone: '', gender: '', dob: '', addresses: [] }
const home = { address: '7', city: 'Jaipur', state: '', pincode: '302002', country: '' }
const first = { phone: '98290 12345', gender: 'Female', dob: '1990-04-12', address: home } as const
const signup = { name: 'Meera', email: 'meera@example.com', password: 'a lamp on the stepwell' }
const note = { topic: 'contact', firstName: 'Meera', lastName: 'Nair', message: 'Hello.' } as const
const review = { productId: ruby.id, stars: 5, title: 'Red', text: 'It glows.' }

const importPage = async () => ({
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/cart-lines.ts')),
  ...(await import('#src/stores/contact.ts')),
  ...(await import('#src/stores/devices.ts')),
  ...(await import('#src/stores/forms.ts')),
  ...(await import('#src/stores/mailed-links.ts')),
  ...(await import('#src/stores/product.ts')),
  ...(await import('#src/stores/profile.ts')),
  ...(await import('#src/stores/reviews.ts')),
  ...(await import('#src/stores/session.ts')),
  ...(await import('#src/stores/sign-in.ts')),
  ...(await import('#src/stores/wishlist.ts')),
  ...(await import('#src/stores/wishlist-share.ts')),
  ...(await importToasts()),
})
type Page = Awaited<ReturnType<typeof importPage>>

/** The page of a user whose cart has two rubies, and whose wishlist has the ruby. */
async function openPage(tab: Tab): Promise<Page> {
  await tab.signIn()
  const page = await importPage()
  await page.addToCart(ruby, { quantity: 2 })
  await page.addToWishlist(ruby)
  await showList(page.$cart, page.$cartPhase)
  await showList(page.$wishlist, page.$wishlistPhase)
  await vi.waitFor(() => expect(page.$cart.get().lines).toHaveLength(1), WAIT)
  page.takeToasts()
  return page
}

const test = createTabTest('/product/ruby', openPage, { slug: 'ruby' }, { slug: 'pearl' })

const getLine = ({ $cart }: Page) => $cart.get().lines[0] ?? { id: '' }

/** The shop's text where the server sends none, and that without an answer, where it differs. */
type Texts = readonly [text: string, lost?: string]

type Row<Result> = [what: string, call: RegExp, act: (page: Page) => Result, texts: Texts]

const listAnswers = ([text, lost = text]: Texts) => [
  ['400 {"success":false,"message":"Hm."}', 'Hm.'] as const,
  ['400 {"success":false}', text] as const,
  ['no answer', lost] as const,
]

const ADD: Texts = ['Failed to add to cart', 'Something went wrong while adding to cart']
const MOVE: Texts = ['Failed to update cart', 'Something went wrong while adding to cart']
const UPDATE: Texts = ['Failed to update cart', 'Something went wrong while updating cart']
const REMOVE: Texts = ['Failed to remove item', 'Something went wrong while removing item']
const LIKE: Texts = ['Failed to add to wishlist', 'Something went wrong while adding to wishlist']
const UNLIKE: Texts = ['Failed to remove from wishlist', 'Something went wrong while removing item']
const SAVE: Texts = ['Failed to update profile', 'Something went wrong!']
const { account, contact, reviews, stockAlert, verification, wishlistShare } = messages

test.for<Row<unknown>>([
  ['adding to the cart (§8.2)', /POST \/cart/, (page) => page.addToCart(pearl), ADD],
  ['moving to the cart', /POST \/cart/, (page) => page.moveToCart(ruby, {}), MOVE],
  ['a quantity (§8.5)', /PATCH/, (page) => page.changeQuantity(getLine(page), 1), UPDATE],
  ['the options of a line', /PUT/, (page) => page.changeVariant(getLine(page), {}), UPDATE],
  ['gift wrap', /PUT/, (page) => page.setGift({ wrap: true, note: '' }), UPDATE],
  ['removing a line (§8.8)', /DELETE/, (page) => page.removeLine(getLine(page)), REMOVE],
  ['adding to the wishlist (§8.19)', /POST/, (page) => page.addToWishlist(pearl), LIKE],
  ['taking off it (§8.19)', /DELETE/, (page) => page.removeFromWishlist(ruby.id), UNLIKE],
  ['the wishlist (§8.19)', /GET/, (page) => page.reloadWishlist(), ['Failed to fetch wishlist']],
  ['a logout (§8.22)', /logout/, (page) => page.signOut(), ['Logout failed']],
  ['the profile', /update/, (page) => page.updateProfile(details), SAVE],
  ['a message', /contact/, (page) => page.sendMessage({ ...note, email: 'a' }), [contact.failed]],
  ['a stock alert', /alerts/, (page) => page.setStockAlert(ruby.id, {}), [stockAlert.failed]],
  ['a shared wishlist', /share/, (page) => page.setShared(true), [wishlistShare.failed]],
])('%s fails: a toast says why, all stays as it was', async ([, ...row], { tab, page }) => {
  const [call, act, texts] = row
  const read = () => [
    [page.$user.get(), page.$cartCount.get(), page.$wishlistIds.get(), page.$sessionLoading.get()],
    [page.$cart.get().lines.map(({ quantity, variant }) => [quantity, variant]), tab.visited],
  ]
  const before = read()
  // What was shown is rolled back without the lists of the server.
  const release = tab.holdResponses(/GET \/(cart|wishlist)/)
  for (const [answer, text] of listAnswers(texts)) {
    tab.intercept(call, answer)
    void act(page)
    await vi.waitFor(() => expect(page.takeToasts()).toEqual([`error: ${text}`]), WAIT)
    expect(read()).toEqual(before)
  }
  release()
})

/** The text in the result of an action. */
const toText = (result: unknown): unknown =>
  isRecord(result) ? (result['message'] ?? result['error']) : result

async function reloadProduct(page: Page) {
  page.retryProduct()
  await vi.waitFor(() => expect(page.$product.get().loading).toBe(false), WAIT)
  return page.$product.get()
}

const LINK: Texts = [account.linkCheckFailed]

test.for<Row<Promise<unknown>>>([
  [
    'the user (§8.15)',
    /GET/,
    (page) => page.refreshUser().then(page.$sessionError.get),
    ['Failed to fetch user details'],
  ],
  ['a product', /GET/, reloadProduct, ['Failed to load product.']],
  [
    'the devices',
    /GET/,
    (page) => page.reloadDevices().then(page.$devices.get),
    [account.devicesFailed],
  ],
  ['the first profile', /POST/, (page) => page.completeProfile(first), ['Profile update failed']],
  ['Google', /POST/, (page) => page.signInWithGoogle({ idToken: 'a' }), ['Google login failed']],
  ['signing up (§8.12)', /POST/, (page) => page.signUp(signup), ['Signup failed']],
  ['a lost password', /POST/, (page) => page.forgotPassword('a@b.c'), [account.unreachable]],
  ['a new password', /POST/, (page) => page.resetPassword('token', 'password'), LINK],
  ['another link', /POST/, (page) => page.resendVerification(), [verification.resendFailed]],
  ['a device', /DELETE/, (page) => page.endDevice('x'), [account.deviceSignOutFailed]],
  ['an export', /GET/, (page) => page.exportAccount(), [account.exportFailed]],
  [
    'a deletion',
    /DELETE/,
    (page) => page.deleteAccount({ confirmation: 'a@b.c' }),
    [account.deleteFailed],
  ],
  ['a review', /POST/, (page) => page.saveReview(review, undefined), [reviews.failed]],
  ['the reviews', /GET/, (page) => page.fetchReviews('ruby', 0), [reviews.loadFailed]],
])('%s: the result says why it failed', async ([, call, act, texts], { tab, page }) => {
  for (const [answer, text] of listAnswers(texts)) {
    tab.intercept(call, answer)
    expect(toText(await act(page))).toBe(text)
  }
})
