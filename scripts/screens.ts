// Takes pictures of every screen of a running preview (`npm start` first), in both colour modes,
// for phone and desktop. Pictures for documents are in docs/screens. The others are in screens, which
// git ignores. npm run screens -- <pattern> takes only those whose names match.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'
import { shopPage } from '#src/content/categories.ts'
import { shopPagePath } from '#src/rules/paths.ts'
import { signUpVerified } from '#tools/accounts.ts'
import { clickInIsland, waitForHydration } from '#tools/browser-test.ts'
import { addToCart, addToWishlist, getProduct } from '#tools/catalog.ts'
import { header, toasts } from '#tools/locators.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { projectRoot } from '#tools/site-process.ts'
import { logIn } from '#tools/studio.ts'
import { openBrowser } from './measured-browser.ts'

const QUALITY = 50
/** Pages are cut here, because long ones repeat themselves further down. */
const MAX_HEIGHT = 2_200

/** With the width of their pictures. */
const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, width: 390 },
  desktop: { viewport: { width: 1440, height: 900 }, width: 720 },
} as const
const README_WIDTH = 1200
const STILL = { animations: 'disabled' } as const

interface Picture {
  path: string
  /** Prepares the window, in which case only the window is shown. */
  open?: (page: Page) => Promise<void>
  /** Its only look, or the prefix of its looks. */
  look?: string
}

/** Makes pictures of pages whose path is the name of the picture. */
const toPictures = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `/${name}`]))

/** Pages by picture name. A path alone is shown as a whole page in all looks. */
const visitorPages: Record<string, string | Picture> = {
  home: '/',
  ...toPictures('shop', 'about', 'contact', 'partner', 'faqs', 'terms', 'offline'),
  ...toPictures('privacy', 'shipping-returns', 'care', 'sizes', 'authenticity'),
  ...Object.fromEntries(
    shopPage.categories.map(({ category }) => [`shop-${category}`, shopPagePath(1, category)]),
  ),
  ...toPictures('signup', 'login', 'verify-email', 'forgot-password'),
  'shop-filtered': '/shop?category=bags&sort=price-low-high',
  'shop-none': '/shop?search=umbrella',
  product: PRODUCT_PATH,
  'product-missing': '/product/nothing-of-the-kind',
  'not-found': '/nothing-of-the-kind',
  'reset-password': '/reset-password?token=a-link-of-a-mail',
  'cart-visitor': '/cart',
  menu: {
    path: '/',
    open: (page) => clickInIsland(page.getByRole('button', { name: 'Menu' })),
    look: 'phone',
  },
  search: {
    path: '/',
    open: (page) => header(page).getByRole('button', { name: 'Search' }).click(),
  },
  zoom: {
    path: PRODUCT_PATH,
    open: (page) => clickInIsland(page.getByRole('link', { name: /^Enlarge/ }).first()),
  },
  'product-toast': {
    path: '/product/rani-quilted-flap-bag',
    open: async (page) => {
      await clickInIsland(page.getByRole('button', { name: 'Add to Cart' }).first())
      await toasts(page).waitFor()
    },
  },
  'product-sold-out': '/product/bikaner-drawstring-bucket-bag',
  'readme-home': { path: '/', look: 'desktop-light' },
  'readme-product': { path: PRODUCT_PATH, look: 'desktop-light' },
  'readme-shop': { path: '/shop', look: 'desktop-dark' },
}
const newcomerPages = {
  ...toPictures('complete-profile'),
  'cart-empty': '/cart',
  'checkout-empty': '/checkout',
  'wishlist-empty': '/wishlist',
  'profile-new': '/profile',
}
const customerPages = {
  ...toPictures('cart', 'checkout', 'wishlist', 'profile'),
  'profile-orders': '/profile?tab=orders',
  'profile-wishlist': '/profile?tab=wishlist',
  'profile-settings': '/profile?tab=settings',
  'profile-edit': '/profile/edit',
}
const toStudioPicture = (path: string): Picture => ({
  path,
  open: openStudio,
  look: 'desktop-light',
})
/** For docs/studio.md. A page of the shop is shown as its form. */
const studioPages = {
  'studio-products': toStudioPicture('/studio/products'),
  'studio-product': toStudioPicture(`/studio/edit?path=${PRODUCT_PATH}`),
  'studio-form': toStudioPicture('/studio/edit?path=/shipping-returns'),
  'studio-pictures': toStudioPicture('/studio/pictures'),
  'studio-launches': toStudioPicture('/studio/launches'),
}

const DOCUMENT_SCREENS = join(projectRoot, 'docs/screens')
const OUT = join(projectRoot, 'screens')
const only = new RegExp(process.argv[2] ?? '.')

/** Creates a cart with three lines, one of them with two items, and four wishlist entries. */
async function signInCustomer(page: Page): Promise<void> {
  await logIn(page, 'customer')
  const { cart } = (await (await page.request.get('/api/cart')).json()) as {
    cart: { id: string }[]
  }
  for (const { id } of cart) await page.request.delete(`/api/cart/${id}`)
  for (const index of [0, 1, 2])
    await addToCart(page, await getProduct(page, index), index === 1 ? 2 : 1)
  for (const index of [3, 4, 5, 6]) await addToWishlist(page, await getProduct(page, index))
}

/** Opens the studio, and waits for the picture of its preview if there is one. */
async function openStudio(page: Page): Promise<void> {
  await page.getByRole('main').locator('h1').waitFor()
  await page.getByText('Loading…', { exact: true }).waitFor({ state: 'hidden' })
  const decodeAll = (all: Element[]) =>
    Promise.all(all.map((picture) => (picture as HTMLImageElement).decode()))
  const preview = page.getByTitle('Preview of the page')
  if (await preview.isVisible()) {
    await preview.contentFrame().locator('h1').waitFor()
    await preview.contentFrame().locator('img[fetchpriority=high]').evaluateAll(decodeAll)
  }
  await page.locator('img').evaluateAll(decodeAll)
}

/** Scrolls through the page, so that all lazy parts are loaded. */
async function waitForPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    }
    scrollTo(0, 0)
    const pictures = [...document.images].filter((picture) => picture.checkVisibility())
    // Otherwise pictures at the far end of a scroller would never load.
    for (const picture of pictures) picture.loading = 'eager'
    // A fixed bar would lie across the middle of the page.
    for (const bar of document.querySelectorAll<HTMLElement>('.buy-actions, .buy-bar'))
      bar.style.setProperty('position', 'static')
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
    await document.fonts.ready
  })
  await waitForHydration(page)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Takes the page from its top to the maximum height. */
async function capturePage(page: Page): Promise<Buffer> {
  await waitForPictures(page)
  const size = await page.evaluate(() => [innerWidth, document.body.scrollHeight] as const)
  const clip = { x: 0, y: 0, width: size[0], height: Math.min(size[1], MAX_HEIGHT) }
  return page.screenshot({ ...STILL, fullPage: true, clip })
}

await mkdir(OUT, { recursive: true })
await using browser = await openBrowser(['--force-color-profile=srgb'])
const options: BrowserContextOptions = {
  baseURL: process.env['E2E_URL'] ?? 'http://localhost:4321',
  reducedMotion: 'reduce',
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  serviceWorkers: 'block',
}

for (const [signIn, pictures] of [
  [async () => {}, visitorPages],
  [signUpVerified, newcomerPages],
  [signInCustomer, customerPages],
  [(page: Page) => logIn(page, 'editor'), studioPages],
] as const) {
  await using signedIn = await browser.newContext(options)
  await signIn(await signedIn.newPage())
  const storageState = await signedIn.storageState()
  for (const [device, { width, ...settings }] of Object.entries(DEVICES))
    for (const colorScheme of ['light', 'dark'] as const) {
      const currentLook = `${device}-${colorScheme}`
      await using context = await browser.newContext({
        ...options,
        ...settings,
        colorScheme,
        storageState,
      })
      await context.addInitScript(() => sessionStorage.setItem('kairavi-preview-dismissed', 'true'))
      for (const [name, value] of Object.entries(pictures)) {
        const picture: Picture = typeof value === 'string' ? { path: value } : value
        const { path, open, look = '' } = picture
        const isOfDocument = look === currentLook
        const file = isOfDocument ? name : `${name}-${currentLook}`
        if (!currentLook.startsWith(look) || !only.test(file)) continue
        const page = await context.newPage()
        await page.goto(path)
        await waitForHydration(page)
        await open?.(page)
        const isWindow = open !== undefined || look !== ''
        await sharp(isWindow ? await page.screenshot(STILL) : await capturePage(page))
          .resize({ width: isOfDocument ? README_WIDTH : width })
          .webp({ quality: QUALITY, smartSubsample: true })
          .toFile(join(isOfDocument ? DOCUMENT_SCREENS : OUT, `${file}.webp`))
        await page.close()
        console.log(file)
      }
    }
}
