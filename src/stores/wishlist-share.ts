import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { SharedWishlist } from '#src/contract/wishlist.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { paths } from '#src/rules/paths.ts'
import { errorText } from './outcome.ts'
import { toCards } from './product-cards.ts'
import { toast } from './toasts.ts'

const words = pageMessages.wishlistShare

/** The token of the link to the user's wishlist; null while it is private, undefined until known. */
export const $shareToken = atom<string | null | undefined>()

export const toShareUrl = (token: string): string =>
  `${location.origin}${paths.wishlist}/shared?token=${token}`

export async function fetchShare(): Promise<void> {
  const outcome = await call('GET /wishlist-share')
  if (outcome.kind === 'ok') $shareToken.set(outcome.body.token)
}

/** Shares the wishlist by a link, or makes it private again. */
export async function setShared(shared: boolean): Promise<void> {
  const outcome = await call(shared ? 'PUT /wishlist-share' : 'DELETE /wishlist-share')
  if (outcome.kind !== 'ok') return void toast.error(errorText(outcome, words.failed))
  $shareToken.set(outcome.body.token)
  if (!shared) toast.blank(words.ended)
}

export type SharedWishlistResult =
  | { kind: 'ok'; list: Omit<SharedWishlist, 'success'> }
  | { kind: 'rejected'; message: string }
  | { kind: 'failed'; message: string }

/** The wishlist of the link that opened this page. */
export async function fetchSharedWishlist(): Promise<SharedWishlistResult> {
  const token = new URLSearchParams(location.search).get('token')
  if (!token) return { kind: 'rejected', message: words.unknown }
  const outcome = await call('GET /wishlist-share/:id', { param: token })
  if (outcome.kind === 'ok') {
    const { name, products } = outcome.body
    return { kind: 'ok', list: { name, products: toCards(products) } }
  }
  return outcome.kind === 'rejected' && outcome.message
    ? { kind: 'rejected', message: outcome.message }
    : { kind: 'failed', message: words.failed }
}
