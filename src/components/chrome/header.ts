import { HEADER_COMPACT_AFTER_PX } from '#src/rules/constants.ts'
import { $cartCount } from '#src/stores/cart.ts'
import {
  $sessionLoading,
  $sessionReady,
  $signedIn,
  signOut,
  startSession,
} from '#src/stores/session.ts'
import { $wishlistIds } from '#src/stores/wishlist.ts'

// What the header and the side menu show of the shopper: account, wishlist and number of items.

const findAll = <Kind extends HTMLElement>(selector: string): Kind[] => [
  ...document.querySelectorAll<Kind>(selector),
]

function showAccount(): void {
  const forVisitor = findAll('[data-for-visitor]')
  const forUser = findAll('[data-for-user]')
  const menu = document.querySelector<HTMLElement>('#account-menu')
  const logouts = findAll<HTMLButtonElement>('[data-logout]')
  $signedIn.subscribe((signedIn) => {
    for (const element of forVisitor) element.hidden = signedIn
    for (const element of forUser) element.hidden = !signedIn
    if (!signedIn) menu?.hidePopover()
  })
  $sessionLoading.subscribe((loading) => {
    for (const button of logouts) button.disabled = loading
  })
  for (const button of logouts) button.addEventListener('click', () => void signOut())
}

function showCartCount(badge: HTMLElement, status: HTMLElement): void {
  $cartCount.subscribe((count) => {
    badge.hidden = count === 0
    badge.textContent = count > 99 ? '99+' : String(count)
    status.textContent = `${count} ${count === 1 ? 'item' : 'items'} in cart`
  })
  // Changes are announced; the first value of a page is not.
  $sessionReady.subscribe((ready) => {
    if (ready) setTimeout(() => status.setAttribute('aria-live', 'polite'))
  })
}

function showWishlist(link: HTMLElement): void {
  const status = link.querySelector('[data-wishlist-count]')
  $wishlistIds.subscribe(({ size }) => {
    link.toggleAttribute('data-kept', size > 0)
    if (status) status.textContent = size > 0 ? `, ${size} kept` : ''
  })
}

const badge = document.querySelector<HTMLElement>('[data-cart-badge]')
const status = document.querySelector<HTMLElement>('[data-cart-count]')
const wishlist = document.querySelector<HTMLElement>('[data-wishlist-link]')
// Pages without a header start the session themselves.
if (badge && status) {
  showAccount()
  showCartCount(badge, status)
  void startSession()
}
if (wishlist) showWishlist(wishlist)

const header = document.querySelector('.site-header')
const menu = document.querySelector<HTMLDialogElement>('#side-menu')
const menuButton = document.querySelector<HTMLButtonElement>('[data-menu-open]')

const updateHeader = () =>
  header?.toggleAttribute('data-compact', window.scrollY > HEADER_COMPACT_AFTER_PX)

addEventListener('scroll', updateHeader, { passive: true })
updateHeader()

if (menu && menuButton) {
  menuButton.addEventListener('click', () => {
    menu.showModal()
    menuButton.setAttribute('aria-expanded', 'true')
  })
  menu.addEventListener('close', () => {
    menuButton.setAttribute('aria-expanded', 'false')
    menuButton.focus()
  })
  menu.addEventListener('click', ({ target }) => {
    // The content fills the dialog, so only its backdrop makes the dialog itself the target.
    const closes = target instanceof Element && target.closest('[data-menu-close], a')
    if (target === menu || closes) menu.close()
  })
  matchMedia('(min-width: 64rem)').addEventListener('change', () => menu.close())
}
