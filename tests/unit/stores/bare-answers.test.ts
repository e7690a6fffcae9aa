import type { ReadableAtom } from 'nanostores'
import { expect, vi } from 'vitest'
import { toLineSummary } from '#src/rules/cart-line.ts'
import { importToasts, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'

// Answers with exactly the fields of spec §3, as an API of another origin sends them.

const USER = { uid: 'asha', email: 'asha@example.com' }
const WHOLE_USER = {
  ...USER,
  displayName: 'Asha Rao',
  phone: '',
  gender: 'Female',
  dob: '',
  photoURL: '',
  role: 'customer',
  isVerified: true,
  created_at: { _seconds: 1_700_000_000 },
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: 'India',
  addresses: [{ address: '7, Jalebi Chowk', city: 'Jaipur' }],
  primary_address: null,
  orders: [{ id: '1', date: '2026-01-01', total: 5 }],
  wishlist: ['p1'],
  cart: ['p1', 'p1'],
}
const LINE = { id: 'l1', title: 'Ring', price: 100.29, quantity: 2, images: ['/ring.webp'] }
const NESTED = { title: 'Ring of now', price: 0.1, image: '/now.webp', _id: 'p1' }
const LISTED = { _id: 'p1', title: 'Ring', price: 5, images: ['/ring.webp'], slug: 'ring' }
const DETAILS = {
  id: 'p1',
  title: 'Ring',
  subtitle: 'Of gold',
  images: ['/ring.webp'],
  price: 5,
  originalPrice: 7,
  discountPercent: 28,
  rating: 4.8,
  reviewCount: 120,
  availability: 'In stock',
  offers: [{ icon: 'gift', title: 'Gift', detail: 'Free' }],
  highlights: ['Light'],
  description: [{ title: 'Care', content: 'Wipe it.' }],
  technicalDetails: { Metal: 'Gold' },
  warranty: { duration: '2 years', type: 'All' },
  relatedProducts: [{ image: '/a.webp', title: 'Other', price: 3 }],
}

const importPage = async () => ({
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/cart-lines.ts')),
  ...(await import('#src/stores/wishlist.ts')),
  ...(await import('#src/stores/product.ts')),
  ...(await import('#src/stores/account.ts')),
  ...(await import('#src/stores/session.ts')),
  ...(await importToasts()),
})

const test = createTabTest('/product/ring', importPage)

const answer = (tab: Tab, endpoint: RegExp, body: object) =>
  tab.intercept(endpoint, `200 ${JSON.stringify(body)}`)

async function showKnown($list: ReadableAtom<{ known: boolean }>): Promise<void> {
  $list.listen(() => undefined)
  await vi.waitFor(() => expect($list.get().known).toBe(true), WAIT)
}

const signIn = (tab: Tab, user: object = USER) => answer(tab, /getUserProfile/, { user })

test.for([
  ['its own price', LINE, { price: 100.29, title: 'Ring', image: '/ring.webp' }, 200.58],
  ['a nested product', { ...LINE, product: NESTED }, { price: 0.1, title: 'Ring of now' }, 0.2],
  [
    'a nested product alone',
    { id: 'l1', quantity: 2, images: [], product: NESTED },
    { price: 0.1, title: 'Ring of now', image: '/now.webp' },
    0.2,
  ],
] as const)(
  'a cart line with %s is shown and counted',
  async ([_, line, shown, subtotal], { tab, page }) => {
    signIn(tab)
    answer(tab, /GET \/cart/, { success: true, cart: [line] })
    await page.currentUser()
    await showKnown(page.$cart)
    const [first] = page.$cart.get().lines
    expect(first && toLineSummary(first)).toMatchObject(shown)
    expect(first).toMatchObject({
      variant: {},
      options: [],
      state: 'available',
      maxQuantity: 10,
      available: 2,
    })
    expect(page.$cartTotals.get().subtotal).toBe(subtotal)
  },
)

test('each field of a line that is missing has a default', async ({ tab, page }) => {
  signIn(tab)
  const lines = ['title', 'quantity', 'images'].map((name) => ({
    ...LINE,
    id: `no ${name}`,
    [name]: undefined,
  }))
  answer(tab, /GET \/cart/, {
    success: true,
    cart: [...lines, { ...LINE, id: undefined }, null, 7, 'line'],
  })
  await page.currentUser()
  await showKnown(page.$cart)
  expect(page.$cart.get().lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id))
  expect(page.$cartTotals.get().subtotal).toBeGreaterThan(0)
})

test('a wishlist entry of id and product has all that its card reads', async ({ tab, page }) => {
  signIn(tab)
  answer(tab, /GET \/wishlist/, {
    success: true,
    wishlist: [{ id: 'p1', product: LISTED }, { id: 'p2' }, null],
  })
  await page.currentUser()
  await showKnown(page.$wishlist)
  const [entry, ...more] = page.$wishlist.get().entries
  expect(entry?.product).toMatchObject({
    title: 'Ring',
    slug: 'ring',
    images: ['/ring.webp'],
    actualPrice: 5,
    pictures: [],
    options: [],
    variant: {},
  })
  expect(more).toEqual([])
})

test('a product with the 16 fields has the slug of its address, and lists for all that is listed', async ({
  tab,
  page,
}) => {
  answer(tab, /GET \/products\/slug/, { product: DETAILS })
  page.$product.listen(() => undefined)
  await vi.waitFor(() => expect(page.$product.get().data).toBeTruthy(), WAIT)
  expect(page.$product.get().data).toMatchObject({
    ...DETAILS,
    relatedProducts: [],
    slug: 'ring',
    pictures: [],
    options: [],
    ratingCounts: [],
    newestReviews: [],
  })
  // Also from the cache.
  tab.navigate('/product/ring')
  const next = await importPage()
  next.$product.listen(() => undefined)
  await vi.waitFor(() => expect(next.$product.get().data?.slug).toBe('ring'), WAIT)
})

test.for([
  ['uid and email alone', USER, { addresses: [], orders: [], cart: [], role: 'customer' }],
  [
    'every field of §3',
    WHOLE_USER,
    { ...WHOLE_USER, addresses: [{ address: '7, Jalebi Chowk', state: '', isDefault: false }] },
  ],
] as const)('a user with %s is signed in', async ([_, user, expected], { tab, page }) => {
  signIn(tab, user)
  expect(await page.currentUser()).not.toBeNull()
  expect(page.$account.get()).toMatchObject(expected)
  expect(page.$sessionError.get()).toBeNull()
})

test('an empty user says that the details are not found (§3)', async ({ tab, page }) => {
  signIn(tab, {})
  expect(await page.currentUser()).toBeNull()
  expect(page.$sessionError.get()).toBe('User details not found')
})
