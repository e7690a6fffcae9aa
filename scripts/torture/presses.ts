import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { createRandom, type Random } from '#scripts/catalogue/random.ts'
import { demoAccounts } from '#src/preview/demo-accounts.ts'
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

const LISTS = { cart: '/api/cart', wishlist: '/api/wishlist/' } as const

const count = async (page: Page, list: keyof typeof LISTS): Promise<number> => {
  const body = await (await page.request.get(LISTS[list])).json()
  return (body[list] as { quantity?: number }[]).reduce(
    (sum, { quantity = 1 }) => sum + quantity,
    0,
  )
}

const isTrue = async (value: Promise<boolean>): Promise<number> => Number(await value)

const addButton = (page: Page) =>
  page
    .getByRole('button', { name: /^(?:Add to Cart|Adding)/ })
    .and(page.locator(':not([aria-haspopup])'))
    .first()

/** Controls of each kind. `product` and `piece` are paths of a product without and with a choice. */
const listPresses = (product: string, piece: string): Press[] => [
  {
    name: 'Add to Cart of a product page',
    path: product,
    control: addButton,
    effect: (page) => count(page, 'cart'),
  },
  {
    name: 'Buy Now',
    path: product,
    control: (page) => page.getByRole('button', { name: 'Buy Now' }),
    effect: async (page) => (page.url().endsWith('/checkout') ? count(page, 'cart') : 0),
  },
  {
    name: 'heart of a product page',
    path: product,
    control: (page) => page.getByRole('button', { name: /wishlist: / }).first(),
    effect: (page) => count(page, 'wishlist'),
  },
  {
    name: 'an option',
    path: piece,
    control: (page) => page.locator('main fieldset label').first(),
    effect: (page) => isTrue(page.locator('main fieldset input').first().isChecked()),
  },
  {
    name: 'Check of a typed pincode',
    path: product,
    control: (page) => page.getByRole('button', { name: 'Check', exact: true }),
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
  {
    name: 'Add to Cart of a card',
    path: '/shop',
    control: addButton,
    effect: (page) => count(page, 'cart'),
  },
  {
    name: 'heart of a card',
    path: '/shop',
    control: (page) => page.getByRole('button', { name: /wishlist: / }).nth(1),
    effect: (page) => count(page, 'wishlist'),
  },
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
    effect: (page) => page.getByRole('button', { name: 'Remove sort Low→High' }).count(),
  },
  {
    name: 'Filter',
    path: '/shop',
    control: (page) => page.getByRole('button', { name: /^Filter/ }),
    effect: (page) => page.getByRole('dialog', { name: 'Filters' }).count(),
  },
  {
    name: 'colour mode',
    path: '/about',
    control: (page) => page.getByRole('banner').getByRole('button', { name: 'Dark mode' }),
    effect: (page) => page.locator('html[data-theme=dark]').count(),
  },
  {
    name: 'colour mode of the home page, which has a script of its own',
    path: '/',
    control: (page) => page.getByRole('banner').getByRole('button', { name: 'Dark mode' }),
    effect: (page) => page.locator('html[data-theme=dark]').count(),
  },
  {
    name: 'menu',
    path: '/about',
    isPhone: true,
    control: (page) => page.getByRole('button', { name: 'Menu', exact: true }),
    effect: (page) => page.getByRole('dialog', { name: 'Menu' }).count(),
  },
  {
    name: 'picture of the first screen',
    path: '/',
    control: (page) => page.getByRole('button', { name: /^Picture 3/ }),
    effect: (page) =>
      page
        .getByRole('button', { name: /^Picture 3/ })
        .and(page.locator('[aria-current=true]'))
        .count(),
  },
]

async function empty(context: BrowserContext): Promise<void> {
  const { request } = context
  for (const [list, path] of Object.entries(LISTS)) {
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
