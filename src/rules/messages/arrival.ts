import { orderPath, ordersPath, paths } from '../paths.ts'

// Why a visitor arrives at the login. Each text has at most two lines on a phone, which are reserved for it.

/** The action that a visitor wanted to take before signing in, and its product. */
export interface Wanted {
  kind: 'add' | 'buy' | 'wishlist'
  title: string
}

const WANTED: Record<Wanted['kind'], (title: string) => string> = {
  add: (title) => `Sign in, and ${title} goes into your cart.`,
  buy: (title) => `Sign in to buy ${title}.`,
  wishlist: (title) => `Sign in to keep ${title} on your wishlist.`,
}

/** Beginnings of the address that asked for a sign-in, the more exact first. */
const PAGES: [path: string, text: string][] = [
  [paths.checkout, 'Sign in to finish your order.'],
  [paths.cart, 'Sign in to see your cart.'],
  [paths.wishlist, 'Sign in to see your wishlist.'],
  [ordersPath, 'Sign in to see your orders.'],
  [paths.profile, 'Sign in to see your profile.'],
  [orderPath(''), 'Sign in to see your order.'],
]
/** The link to the form of a review. */
const REVIEW = '#write-review'

const ENDED = 'You were signed out.'

interface Arrival {
  /** The page to return to. */
  next: string | null
  wanted: Wanted | undefined
  /** The session of this device has ended. */
  hasEnded: boolean
}

/** Returns why a visitor is at the login; empty if there is no special reason. */
export function describeArrival({ next, wanted, hasEnded }: Arrival): string {
  const page = next?.endsWith(REVIEW)
    ? 'Sign in to write your review.'
    : PAGES.find(([path]) => next?.startsWith(path))?.[1]
  const reason = wanted ? WANTED[wanted.kind](wanted.title) : page
  return [hasEnded && ENDED, reason || (hasEnded && 'Sign in to go on.')].filter(Boolean).join(' ')
}
