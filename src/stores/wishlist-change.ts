import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { Outcome } from '#src/api-client/outcome.ts'
import type { SuccessResponse } from '#src/contract/responses.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { askToLogIn } from './ask-login.ts'
import { $user, currentUser, whoIsUnknown } from './session.ts'
import type { ShopProduct } from './shop-product.ts'
import { tellTabs } from './tabs.ts'
import { say } from './toasts.ts'
import { changeBegins, changeEnds, markOnWishlist, takeOut } from './wishlist.ts'

/** Ids of the products whose change is under way: their controls rest. */
export const $wishlistBusy = atom<ReadonlySet<string>>(new Set())

const words = shopMessages.wishlist

/** Puts a product on the wishlist, or takes it off: shown at once, taken back on failure. */
export async function toggleWishlist(product: ShopProduct): Promise<void> {
  if ($user.get()?.wishlist.includes(product.id)) await removeFromWishlist(product.id)
  else await addToWishlist(product)
}

/** @returns whether it is on the wishlist. */
export async function addToWishlist(product: ShopProduct): Promise<boolean> {
  const { id } = product
  const refuse = () => refuseVisitor(words.signInToAdd, words.addFailed, product)
  if (!(await currentUser())) return refuse()
  if ($wishlistBusy.get().has(id)) return false
  const outcome = await change(
    id,
    (ids) => [id, ...ids.filter((other) => other !== id)],
    () => call('POST /wishlist/', { body: { productId: id }, retries: 1, keepalive: true }),
  )
  if (outcome.kind === 'ok') say.success(outcome.body.message || words.added)
  else if (outcome.kind === 'failed') say.error(words.addFailed)
  else if (outcome.status === 401) refuse()
  else say.error(outcome.message ?? words.addRejected)
  return outcome.kind === 'ok'
}

/**
 * @param quietly a success is not told, where it is part of something else.
 * @returns whether it is off the wishlist.
 */
export async function removeFromWishlist(id: string, quietly = false): Promise<boolean> {
  const refuse = () => refuseVisitor(words.signInToManage, words.removeFailed)
  if (!(await currentUser())) return refuse()
  if ($wishlistBusy.get().has(id)) return false
  const outcome = await change(
    id,
    (ids) => ids.filter((other) => other !== id),
    () => call('DELETE /wishlist/:id', { param: id, keepalive: true }),
  )
  if (outcome.kind === 'ok') {
    takeOut(id)
    if (!quietly) say.success(outcome.body.message || words.removed)
  } else if (outcome.kind === 'failed') say.error(words.removeFailed)
  else if (outcome.status === 401) refuse()
  else say.error(outcome.message ?? words.removeRejected)
  return outcome.kind === 'ok'
}

function refuseVisitor(signIn: string, broke: string, product?: ShopProduct): false {
  if (whoIsUnknown()) say.error(broke)
  else askToLogIn(signIn, product && { kind: 'wish', product })
  return false
}

type Ids = (ids: string[]) => string[]

async function change(
  id: string,
  show: Ids,
  send: () => Promise<Outcome<SuccessResponse>>,
): Promise<Outcome<SuccessResponse>> {
  const before = $user.get()
  const held = before?.wishlist.includes(id) ?? false
  $wishlistBusy.set(new Set([...$wishlistBusy.get(), id]))
  changeBegins()
  markOnWishlist(show(before?.wishlist ?? []))
  const outcome = await send()
  const now = $user.get()
  if (outcome.kind !== 'ok' && now && now.uid === before?.uid) {
    const others = now.wishlist.filter((other) => other !== id)
    markOnWishlist(held ? [id, ...others] : others)
  }
  $wishlistBusy.set(new Set([...$wishlistBusy.get()].filter((busy) => busy !== id)))
  if (outcome.kind === 'ok') tellTabs('wishlist')
  void changeEnds()
  return outcome
}
