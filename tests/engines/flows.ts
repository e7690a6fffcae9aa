import { randomUUID } from 'node:crypto'
import type { ListingItem } from '#src/contract/catalog.ts'
import type { Tab } from './tab.ts'

/** State that the flows share. One shopper goes through them in order. */
export interface Visit {
  /** The cheapest piece in stock without a choice, which adds at once. */
  piece: ListingItem
  email: string
  /** Waits for the mail to an address. @returns the path of its link. */
  getMailedLink: (email: string) => Promise<string>
}

const PASSWORD = 'a lamp on the stepwell'

export const createVisit = (piece: ListingItem, getMailedLink: Visit['getMailedLink']): Visit => ({
  piece,
  email: `meera-${randomUUID().slice(0, 8)}@visitor.example`,
  getMailedLink,
})

const toPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs in the page. Returns the colour mode. */
const readTheme = (): string => document.documentElement.dataset['theme'] ?? ''

async function toggleTheme(tab: Tab): Promise<string> {
  const former = await tab.call(readTheme)
  await tab.click('button', '^Dark mode')
  return tab.waitFor('another colour mode', async () => {
    const theme = await tab.call(readTheme)
    return theme !== former ? theme : undefined
  })
}

const DAY_MS = 86_400_000

/** A day on which the house is open, at least two days ahead. */
function nextMonday(): string {
  const date = new Date(Date.now() + 2 * DAY_MS)
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

async function logIn(tab: Tab, email: string): Promise<void> {
  await tab.fill('^Email', email)
  await tab.fill('^Password$', PASSWORD)
  await tab.click('button', '^Sign In$')
}

/** The flows of a shopper in their order. */
export const FLOWS: [title: string, flow: (tab: Tab, visit: Visit) => Promise<unknown>][] = [
  [
    'browses from the home page to the list',
    async (tab) => {
      await tab.open('/')
      await tab.click('link', '^Shop Now$')
      await tab.expectPath('^/shop$')
    },
  ],
  [
    'opens a category',
    async (tab) => {
      await tab.open('/shop')
      await tab.click('link', '^Watches$')
      await tab.expectPath('^/shop(/watches|\\?category=watches)$')
      await tab.expectControl('heading', '^Watches')
    },
  ],
  [
    'filters by price',
    async (tab) => {
      await tab.open('/shop')
      await tab.click('button', '^Filter$')
      await tab.check('₹25,000 – ₹50,000')
      await tab.click('button', '^Show \\d+ piece')
      await tab.expectPath('price=25000-50000')
      await tab.expectControl('button', 'Remove .*25,000')
    },
  ],
  [
    'sorts by price',
    async (tab) => {
      await tab.open('/shop')
      await tab.click('link', 'Low')
      await tab.expectPath('sort=price-low-high')
    },
  ],
  [
    'goes back and forward through lists',
    async (tab) => {
      await tab.open('/shop')
      await tab.click('link', '^Bags$')
      await tab.expectPath('bags')
      await tab.expectControl('heading', '^Bags')
      await tab.click('link', 'Low')
      await tab.expectPath('sort=price-low-high')
      await tab.traverse(-1)
      await tab.expectPath('bags$')
      await tab.traverse(-1)
      await tab.expectPath('^/shop$')
      await tab.traverse(1)
      await tab.expectPath('bags$')
      await tab.expectControl('heading', '^Bags')
    },
  ],
  [
    'searches with suggestions',
    async (tab, { piece }) => {
      await tab.open('/')
      await tab.click('button', '^Search')
      await tab.fill('^Search the shop', piece.title.toLowerCase())
      await tab.expectControl('option', toPattern(piece.title))
      await tab.type('\uE007')
      await tab.expectPath('^/shop\\?search=')
      await tab.expectControl('link', toPattern(piece.title))
    },
  ],
  [
    'opens a piece and checks a pincode',
    async (tab, { piece }) => {
      await tab.open('/shop?sort=price-low-high')
      await tab.click('link', `^${toPattern(piece.title)}`)
      await tab.expectPath(`^/product/${piece.slug}$`)
      await tab.fill('pincode', '400020')
      await tab.type('\uE007')
      await tab.expectText('to 400020')
    },
  ],
  [
    'changes to the dark mode, which is kept',
    async (tab) => {
      await tab.open('/about')
      const theme = await toggleTheme(tab)
      await tab.open('/faqs')
      await tab.waitFor('the same mode', async () =>
        (await tab.call(readTheme)) === theme ? true : undefined,
      )
      await toggleTheme(tab)
    },
  ],
  [
    'keeps a heart of a visitor',
    async (tab, { piece }) => {
      await tab.open(`/product/${piece.slug}`)
      await tab.click('button', `^Add to wishlist: ${toPattern(piece.title)}`)
      await tab.expectControl('button', `^Remove from wishlist: ${toPattern(piece.title)}`)
      await tab.open('/wishlist')
      await tab.expectText(toPattern(piece.title))
    },
  ],
  [
    'is asked to log in before the cart',
    async (tab, { piece }) => {
      await tab.open(`/product/${piece.slug}`)
      await tab.click('button', '^Add to Cart$')
      await tab.click('button', '^Log in$')
      await tab.expectPath('^/login')
    },
  ],
  [
    'signs up, verifies the address, and the piece is added',
    async (tab, { email, piece, getMailedLink }) => {
      await tab.open('/signup')
      await tab.fill('^Full name', 'Meera Nair')
      await tab.fill('^Email', email)
      await tab.fill('^Password$', PASSWORD)
      await tab.fill('^Confirm password', PASSWORD)
      await tab.check('accept the')
      await tab.click('button', '^Create Account$')
      await tab.expectPath('^/verify-email')
      await tab.open(await getMailedLink(email))
      await tab.expectPath(`^/product/${piece.slug}`)
      await tab.expectControl('button', '^Account')
      await tab.expectControl('link', '^Cart.*1 item\\b')
    },
  ],
  [
    'logs out',
    async (tab) => {
      await tab.open('/profile?tab=settings')
      await tab.click('button', '^Logout$')
      await tab.expectPath('^/login')
    },
  ],
  [
    'logs in and stays signed in',
    async (tab, { email }) => {
      await tab.open('/login')
      await logIn(tab, email)
      await tab.expectPath('^/(?!login)')
      await tab.open('/profile')
      await tab.expectText('Meera Nair')
    },
  ],
  [
    'adds a piece to the cart',
    async (tab, { piece }) => {
      await tab.open(`/product/${piece.slug}`)
      await tab.click('button', '^Add to Cart$')
      await tab.expectControl('link', '^Cart.*2 items')
    },
  ],
  [
    'changes the quantity in the cart',
    async (tab, { piece }) => {
      await tab.open('/cart')
      await tab.expectText(toPattern(piece.title))
      await tab.click('button', '^One more')
      await tab.expectControl('link', '^Cart.*3 items')
      await tab.click('button', '^One less')
      await tab.expectControl('link', '^Cart.*2 items')
    },
  ],
  [
    'removes a piece from the wishlist',
    async (tab, { piece }) => {
      await tab.open('/wishlist')
      await tab.click('button', `^Remove.*${toPattern(piece.title)}`)
      await tab.expectText('Wishlist is Empty')
    },
  ],
  [
    'adds an address at the checkout',
    async (tab) => {
      await tab.open('/cart')
      await tab.click('link', '^Proceed to Buy$')
      await tab.expectPath('^/checkout')
      await tab.fill('^Address', '12 Marine Drive')
      await tab.fill('^Pincode', '400020')
      await tab.fill('^Phone', '98290 12345')
      await tab.click('button', '^Save this address$')
      await tab.expectText('12 Marine Drive')
    },
  ],
  [
    'orders with cash on delivery',
    async (tab) => {
      await tab.open('/checkout')
      // WebKit counts the legend of a flex box twice until its next layout.
      await tab.expectStillPage()
      await tab.check('^Cash on Delivery')
      await tab.click('button', '^Proceed to Pay')
      await tab.expectPath('^/order\\?number=')
      await tab.expectControl('heading', 'KV-')
    },
  ],
  [
    'finds the order in the profile',
    async (tab) => {
      await tab.open('/profile?tab=orders')
      await tab.click('link', 'KV-')
      await tab.expectPath('^/order\\?number=')
    },
  ],
  [
    'edits the profile',
    async (tab) => {
      await tab.open('/profile/edit')
      await tab.fill('^(Full )?[Nn]ame', 'Meera Iyer')
      await tab.click('button', '^Save')
      await tab.expectPath('^/profile')
      await tab.expectText('Meera Iyer')
    },
  ],
  [
    'asks for an appointment',
    async (tab) => {
      await tab.open('/contact/appointment')
      await tab.choose('^Where we meet', 'By telephone')
      await tab.choose('^Hour', '3 pm')
      await tab.choose('^Day', nextMonday())
      await tab.fill('^First name', 'Meera')
      await tab.fill('^Last name', 'Nair')
      await tab.fill('^Email', 'meera@visitor.example')
      await tab.fill('^Telephone', '98290 12345')
      await tab.click('button', '^Ask for this appointment$')
      await tab.expectText('has the number KT-')
    },
  ],
]
