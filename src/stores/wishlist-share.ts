import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { wishlistMessages } from '#src/rules/messages/wishlist.ts'
import { paths } from '#src/rules/paths.ts'
import { errorText } from './outcome.ts'
import { toCards } from './product-cards.ts'
import { createQuery, type Fetched } from './query.ts'
import { $uid } from './session.ts'
import { toast } from './toasts.ts'

const messages = wishlistMessages.wishlistShare

const share = createQuery<string | null>({
  $key: $uid,
  async fetch() {
    const outcome = await call('GET /wishlist-share')
    // Sharing returns the token of a list that is shared already.
    return { data: outcome.kind === 'ok' ? outcome.body.token : null }
  },
})

/** The token of the link to the user's wishlist; null while it is private, undefined until known. */
export const { $data: $shareToken } = share

export const toShareUrl = (token: string): string =>
  `${location.origin}${paths.wishlist}/shared?token=${token}`

/** Shares the wishlist by a link, or makes it private again. */
export async function setShared(shared: boolean): Promise<void> {
  const outcome = await call(shared ? 'PUT /wishlist-share' : 'DELETE /wishlist-share')
  if (outcome.kind !== 'ok') return void toast.error(errorText(outcome, messages.failed))
  share.confirm(outcome.body.token)
  if (!shared) toast.blank(messages.ended)
}

/** The wishlist of a link, or why the link has none. */
type SharedWishlist = { name: string; products: ListingItem[] } | { rejected: string }

async function fetchSharedWishlist(token: string): Promise<Fetched<SharedWishlist>> {
  if (token === '') return { data: { rejected: messages.unknown } }
  const outcome = await call('GET /wishlist-share/:id', { param: token })
  if (outcome.kind === 'ok') {
    const { name, products } = outcome.body
    return { data: { name, products: toCards(products) } }
  }
  return outcome.kind === 'rejected' && outcome.message
    ? { data: { rejected: outcome.message } }
    : { error: messages.failed }
}

export const {
  /** The wishlist of the link that opened this page. */
  $state: $sharedWishlist,
  refetch: retrySharedWishlist,
} = createQuery<SharedWishlist>({
  $key: atom(new URLSearchParams(globalThis.location?.search).get('token') ?? ''),
  fetch: fetchSharedWishlist,
})
