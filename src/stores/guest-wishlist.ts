import { persistentAtom } from '@nanostores/persistent'
import { isRecord } from '#src/rules/is-record.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import type { Intent, ShopProduct } from './intent.ts'
import { promptLogin } from './navigation.ts'
import { defineKey, GUEST_WISHLIST_KEY, readItem, setItem } from './storage.ts'
import { toast } from './toasts.ts'

const messages = shopMessages.wishlist

/** A product that a guest keeps. */
type KeptProduct = Pick<ShopProduct, 'id' | 'slug'>

/** As many as one call names. */
const MAX_KEPT = 48

const isKeptProduct = (value: unknown): value is KeptProduct =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['slug'] === 'string'

/** The wishlist of a guest, newest first: on this device and in all its tabs, until they sign in. */
export const $guestWishlist = persistentAtom<readonly KeptProduct[]>(GUEST_WISHLIST_KEY, [], {
  encode: (kept) => (kept.length > 0 ? JSON.stringify(kept) : undefined),
  decode(text) {
    try {
      const value: unknown = JSON.parse(text)
      return Array.isArray(value) ? value.filter(isKeptProduct) : []
    } catch {
      return []
    }
  },
})

const keptWithout = (id: string): KeptProduct[] =>
  $guestWishlist.get().filter((kept) => kept.id !== id)

/** Stops keeping a product on the device. */
export const removeFromDevice = (id: string): void => $guestWishlist.set(keptWithout(id))

export function addAsGuest(product: ShopProduct): void {
  const { id, slug } = product
  try {
    $guestWishlist.set([{ id, slug }, ...keptWithout(id)].slice(0, MAX_KEPT))
  } catch {
    // The device has no room.
    return void toast.error(messages.addErrors.failed)
  }
  promptOnce(messages.addErrors.signIn, { kind: 'wishlist', product })
}

export function removeAsGuest(id: string): void {
  removeFromDevice(id)
  promptOnce(messages.removeErrors.signIn)
}

const PROMPTS_KEY = defineKey('kairavi-wishlist-prompts', 'tab')

/** Asks to log in, with each text once a visit. */
function promptOnce(text: string, intent?: Intent): void {
  const shown: unknown[] = readItem(PROMPTS_KEY, Array.isArray) ?? []
  if (shown.includes(text)) return
  setItem(PROMPTS_KEY, [...shown, text])
  promptLogin(text, intent)
}
