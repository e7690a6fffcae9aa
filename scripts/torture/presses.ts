import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { createRandom, type Random } from '#scripts/catalog/random.ts'
import { demoAccounts } from '#src/preview/demo-accounts.ts'
import { getItemCount } from '#tests/helpers/catalog.ts'
import { addToCartButton, buyNowButton, modeButton } from '#tests/helpers/locators.ts'
import { ensureBrowser } from '../test/browser.ts'

const CPU_SLOWDOWN = 6
const MAX_ANSWER_DELAY_MS = 800
/** A press comes at most so long after the control is there, in milliseconds. */
const MAX_PRESS_DELAY_MS = 2_500
/** An effect that takes longer counts as none. */
const MAX_EFFECT_MS = 20_000
/** Time after an effect in which a second one would show. */
const SETTLE_MS = 600
const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

interface Press {
  name: string
  path: string
  /** Of a phone's width. */
  isPhone?: boolean
  control: (page: Page) => Locator
  /** How often the press took effect. */
  effect: (page: Page) => Promise<number>
}

const countWishes = async (page: Page): Promise<number> =>
  (await (await page.request.get('/api/wishlist/')).json()).wishlist.length

const isTrue = async (value: Promise<boolean>): Promise<number> => Number(await value)

const heart = (page: Page) => page.getByRole('button', { name: /wishlist: / }).first()
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true })

/** Controls of each kind. `product` and `piece` are paths of a product without and with a choice. */
const listPresses = (product: string, piece: string): Press[] => [
  {
    name: 'Add to Cart of a product page',
    path: product,
    control: addToCartButton,
    effect: getItemCount,
  },
  {
    name: 'Buy Now',
    path: product,
    control: buyNowButton,
    effect: async (page) => (page.url().endsWith('/checkout') ? getItemCount(page) : 0),
  },
  { name: 'heart of a product page', path: product, control: heart, effect: countWishes },
  {
    name: 'an option',
    path: piece,
    control: (page) => page.locator('main fieldset label').first(),
    effect: (page) => isTrue(page.getByRole('radio').first().isChecked()),
  },
  {
    name: 'Check of a typed pincode',
    path: product,
    control: button('Check'),
    effect: (page) =>
      isTrue(
        page
          .getByText(/302002/)
          .first()
          .isVisible(),
      ),
  },
  {
    name: 'picture',
    path: product,
    control: (page) => page.getByRole('link', { name: /^Enlarge/ }).first(),
    effect: (page) => page.getByRole('dialog', { name: 'Enlarged picture' }).count(),
  },
  { name: 'Add to Cart of a card', path: '/shop', control: addToCartButton, effect: getItemCount },
  { name: 'heart of a card', path: '/shop', control: heart, effect: countWishes },
  {
    name: 'chip',
    path: '/shop',
    control: (page) => page.getByRole('link', { name: 'Bags', exact: true }).first(),
    effect: (page) => page.locator('h1', { hasText: /^Bags, \d+ pieces$/ }).count(),
  },
  {
    name: 'sort',
    path: '/shop',
    control: (page) => page.getByRole('link', { name: 'Low→High' }),
    effect: (page) => button('Remove sort Low→High')(page).count(),
  },
  {
    name: 'Filter',
    path: '/shop',
    control: button(/^Filter/),
    effect: (page) => page.getByRole('dialog', { name: 'Filters' }).count(),
  },
  // The home page has a script of its own.
  ...['/about', '/'].map((path) => ({
    name: `colour mode of ${path}`,
    path,
    control: modeButton,
    effect: (page: Page) => page.locator('html[data-theme=dark]').count(),
  })),
  {
    name: 'menu',
    path: '/about',
    isPhone: true,
    control: button('Menu'),
    effect: (page) => page.getByRole('dialog', { name: 'Menu' }).count(),
  },
  {
    name: 'picture of the first screen',
    path: '/',
    control: button(/^Picture 3/),
    effect: (page) =>
      button(/^Picture 3/)(page)
        .and(page.locator('[aria-current=true]'))
        .count(),
  },
]

async function empty({ request }: BrowserContext): Promise<void> {
  for (const [list, path] of [
    ['cart', '/api/cart'],
    ['wishlist', '/api/wishlist/'],
  ] as const) {
    const body = await (await request.get(path)).json()
    for (const { id } of body[list] as { id: string }[]) await request.delete(`/api/${list}/${id}`)
  }
}

async function findPaths(site: string): Promise<[product: string, piece: string]> {
  const { products } = await (await fetch(`${site}/api/products/get-all-products`)).json()
  const find = (hasOptions: boolean) =>
    products.find(
      (product: { options: unknown[]; stock: number }) =>
        product.stock > 5 && product.options.length > 0 === hasOptions,
    )
  return [`/product/${find(false).slug}`, `/product/${find(true).slug}`]
}

/** Opens the page, presses at a random moment, and reads how often the press took effect. */
async function pressOnce(context: BrowserContext, press: Press, random: Random): Promise<number> {
  await empty(context)
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    if (press.isPhone) await page.setViewportSize({ width: 390, height: 844 })
    await page.route('**/api/**', async (route) => {
      await sleep(random.whole(0, MAX_ANSWER_DELAY_MS))
      await route.continue().catch(() => undefined)
    })
    const delay = random.whole(0, MAX_PRESS_DELAY_MS)
    await page.goto(press.path, { waitUntil: 'commit' })
    const control = press.control(page)
    await control.waitFor()
    await sleep(delay)
    if (press.name.startsWith('Check')) await page.getByLabel('Delivery pincode').fill('302002')
    await control.click({ noWaitAfter: true })
    const end = performance.now() + MAX_EFFECT_MS
    const read = () => press.effect(page).catch(() => 0)
    while ((await read()) === 0 && performance.now() < end) await sleep(50)
    await sleep(SETTLE_MS)
    return await read()
  } finally {
    await page.close()
  }
}

export interface PressFigures {
  seed: number
  presses: number
  /** How often each wrong press took effect, by control. */
  failures: string[]
}

/** Presses controls at random moments of loading, on a slowed processor with delayed answers. */
export async function pressAtRandomMoments(site: string, presses: number): Promise<PressFigures> {
  const seed = Date.now() % 2 ** 31
  const random = createRandom(seed)
  const kinds = listPresses(...(await findPaths(site)))
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ARGS })
  const [customer] = demoAccounts
  const failures: string[] = []
  try {
    for (let round = 0; round < presses; round++) {
      const press = kinds[round % kinds.length]
      if (!press) break
      // A device of its own, half of the time with what the pages before left in the cache.
      const context = await browser.newContext({
        baseURL: site,
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
      })
      await context.request.post('/api/auth/login', {
        data: { email: customer?.email, password: customer?.password },
      })
      if (random.fraction() < 0.5) {
        const page = await context.newPage()
        await page.goto(press.path)
        await page.close()
      }
      const effects = await pressOnce(context, press, random).catch((error: unknown) =>
        String(error),
      )
      if (effects !== 1) failures.push(`${press.name}, round ${round}: ${effects}`)
      await context.close()
    }
    return { seed, presses, failures }
  } finally {
    await browser.close()
  }
}
