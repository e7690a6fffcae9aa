import { expect } from 'vitest'
import type { User } from '#src/contract/account.ts'
import type { CartItem } from '#src/contract/cart.ts'
import { listBroken } from '#tests/helpers/broken-values.ts'
import { createShopProduct, importToasts } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

const ASHA = { uid: 'asha', pincode: '', country: '' } as User
const PAGE = '/product/ruby'

/** The page of a user, in a tab whose storage has been filled before. */
const openPage = async () => (await import('#src/stores/session.ts')).setUser(ASHA)

const test = createTabTest(PAGE, openPage)

const ruby = createShopProduct('ruby')
const line = {
  ...ruby,
  productId: ruby.id,
  quantity: 1,
  maxQuantity: 9,
  state: 'available',
  options: [],
  offers: [],
}

/** Values that pages keep, by their keys, and what says that a page has read one. */
const KEPT: [key: string, value: unknown, isRead: () => Promise<boolean>][] = [
  [
    'kairavi-cart-seen',
    { uid: 'asha', lines: { [line.id]: { state: 'available', price: 5 } } },
    async () => {
      const { $cartChanges, compareLines } = await import('#src/stores/cart-changes.ts')
      compareLines([line as unknown as CartItem], [])
      return $cartChanges.get().length > 0
    },
  ],
  [
    'kairavi-shown-prices',
    [[line.id, {}, 5]],
    async () => {
      const { $cartChanges, compareLines } = await import('#src/stores/cart-changes.ts')
      compareLines([line as unknown as CartItem], [])
      return $cartChanges.get().length > 0
    },
  ],
  [
    'kairavi-pincode',
    '400020',
    async () => {
      const { $delivery } = await import('#src/stores/delivery.ts')
      $delivery.listen(() => undefined)
      // What it asks for is loaded.
      await import('#src/rules/account/delivery.ts')
      await Promise.resolve()
      return $delivery.get() !== null
    },
  ],
  [
    'kairavi-cache',
    [['products', { data: [ruby], created: Date.now() }]],
    async () => {
      const { $products } = await import('#src/stores/listing.ts')
      $products.listen(() => undefined)
      await Promise.resolve()
      return $products.get().data?.[0]?.slug === ruby.slug
    },
  ],
  [
    'kairavi-intent',
    { intent: { kind: 'add', product: ruby }, path: PAGE, scrollY: 0, at: Date.now() },
    async () => (await import('#src/stores/intent.ts')).findIntent() !== undefined,
  ],
  [
    'kairavi-toast',
    { kind: 'error', text: 'Sold out.' },
    async () => {
      const { showStoredToast } = await import('#src/stores/toasts.ts')
      showStoredToast()
      return (await importToasts()).listToasts().length > 0
    },
  ],
  [
    'kairavi-order',
    { uid: 'asha', key: 'k', hash: 1, total: 1, at: 1 },
    async () => (await import('#src/stores/place-order.ts')).hasAttempt(),
  ],
  [
    'kairavi-pending-signup',
    { uid: 'asha', email: 'asha@example.com' },
    async () => (await import('#src/stores/sign-in.ts')).readPendingSignup() !== undefined,
  ],
  [
    'kairavi-login-email',
    'asha@example.com',
    async () => (await import('#src/stores/sign-in.ts')).takeLoginEmail() !== '',
  ],
  [
    'kairavi-link-sent',
    Date.now(),
    async () => {
      const { $resendCooldown } = await import('#src/stores/mailed-links.ts')
      $resendCooldown.listen(() => undefined)()
      return $resendCooldown.get() !== 0
    },
  ],
  [
    'kairavi-form:review:ruby',
    { stars: '4', title: 'Fine', text: 'It shines.' },
    async () => {
      const { readTexts, toFormDraftKey } = await import('#src/stores/storage.ts')
      return readTexts(toFormDraftKey('review', 'ruby'))?.['title'] !== undefined
    },
  ],
]

/** What a page does not need of an intent, which the API looks up, and what a card can do without. */
const UNREAD = /^\.intent\.product\.(?!id|images)|\.data\.0\.(?!id|slug|title|price)/

test.for(KEPT)(
  '%s is read, and not where a part has another type',
  async ([key, value, isRead], { tab }) => {
    const read = async (stored: unknown) => {
      tab.navigate(PAGE)
      for (const area of [localStorage, sessionStorage]) area.setItem(key, JSON.stringify(stored))
      await openPage()
      return isRead()
    }
    expect(await read(value)).toBe(true)
    for (const [what, broken] of listBroken(value))
      if (!UNREAD.test(what)) expect(await read(broken), what).toBe(false)
  },
)
