import type { Page } from '@playwright/test'
import { waitForIsland } from '#tests/helpers/browser-test.ts'

/** A visitor; somebody who has just signed up; the preview's own customer, with a full cart. */
export type Persona = 'visitor' | 'newcomer' | 'customer'

export interface Screenshot {
  /** Becomes the file's name. */
  name: string
  path: string
  persona: Persona
  /** Brings the page into the state that is shown. */
  prepare?: (page: Page) => Promise<void>
  /** Shows the window alone, e.g. because something lies over the page. */
  viewportOnly?: true
  /** On phones only. */
  phoneOnly?: true
}

const shot = (
  who: Persona,
  name: string,
  path: string,
  more: Partial<Screenshot> = {},
): Screenshot => ({
  persona: who,
  name,
  path,
  ...more,
})

const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click()
}

const press = (name: RegExp | string) => async (page: Page) => {
  await (await waitForIsland(page.getByRole('button', { name }).first())).click()
}

const zoom = async (page: Page) => {
  await (await waitForIsland(page.getByRole('link', { name: /^Enlarge/ }).first())).click()
  await page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('dialog[open] img')
    return picture?.complete && picture.naturalWidth > 0
  })
}

const PRODUCT = '/product/sitara-petite-seconde-watch'

const visitor = [
  shot('visitor', 'home', '/'),
  shot('visitor', 'menu', '/', {
    prepare: press('Menu'),
    viewportOnly: true,
    phoneOnly: true,
  }),
  shot('visitor', 'search', '/', {
    prepare: (page) => page.getByRole('banner').getByRole('button', { name: 'Search' }).click(),
    viewportOnly: true,
  }),
  shot('visitor', 'shop', '/shop'),
  shot('visitor', 'shop-filtered', '/shop?category=bags&sort=price-low-high'),
  shot('visitor', 'shop-none', '/shop?search=umbrella'),
  shot('visitor', 'product', PRODUCT),
  shot('visitor', 'product-sold-out', '/product/bikaner-drawstring-bucket-bag', {
    viewportOnly: true,
  }),
  shot('visitor', 'product-toast', '/product/rani-quilted-flap-bag', {
    prepare: async (page) => {
      await press('Add to Cart')(page)
      await page.locator('[data-sonner-toast]').waitFor()
    },
    viewportOnly: true,
  }),
  shot('visitor', 'zoom', PRODUCT, { prepare: zoom, viewportOnly: true }),
  shot('visitor', 'product-missing', '/product/nothing-of-the-kind'),
  shot('visitor', 'about', '/about'),
  shot('visitor', 'contact', '/contact'),
  shot('visitor', 'partner', '/partner'),
  shot('visitor', 'faqs', '/faqs'),
  shot('visitor', 'terms', '/terms'),
  shot('visitor', 'not-found', '/nothing-of-the-kind'),
  shot('visitor', 'offline', '/offline'),
  shot('visitor', 'signup', '/signup'),
  shot('visitor', 'login', '/login'),
  shot('visitor', 'verify-email', '/verify-email'),
  shot('visitor', 'forgot-password', '/forgot-password'),
  shot('visitor', 'reset-password', '/reset-password?token=a-link-of-a-mail'),
  shot('visitor', 'cart-visitor', '/cart'),
]

const newcomer = [
  shot('newcomer', 'complete-profile', '/complete-profile'),
  shot('newcomer', 'cart-empty', '/cart'),
  shot('newcomer', 'checkout-empty', '/checkout'),
  shot('newcomer', 'wishlist-empty', '/wishlist'),
  shot('newcomer', 'profile-new', '/profile'),
]

const customer = [
  shot('customer', 'cart', '/cart'),
  shot('customer', 'checkout', '/checkout'),
  shot('customer', 'wishlist', '/wishlist'),
  shot('customer', 'profile', '/profile'),
  shot('customer', 'profile-orders', '/profile', { prepare: tab('Orders') }),
  shot('customer', 'profile-wishlist', '/profile', { prepare: tab('Wishlist') }),
  shot('customer', 'profile-settings', '/profile', { prepare: tab('Settings') }),
  shot('customer', 'profile-edit', '/profile/edit'),
]

export const screenshots: readonly Screenshot[] = [...visitor, ...newcomer, ...customer]
