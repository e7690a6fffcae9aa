import { persistentAtom } from '@nanostores/persistent'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { isAuthPath } from '#src/rules/paths.ts'
import { currentPath, type Intent, type ShopProduct } from './intent.ts'
import { promptLogin } from './navigation.ts'
import { $uid, $user } from './session.ts'
import { isOnDevice, isRecord, readItem, setItem, VISITOR_WISHLIST_KEY } from './storage.ts'
import { $visitorProducts, addEntry, type KeptProduct } from './wishlist.ts'

// The wishlist of a visitor: on this device and in all its tabs, until they sign in.

const words = shopMessages.wishlist

/** As many as one call names. */
const MAX_KEPT = 48

const isKeptProduct = (value: unknown): value is KeptProduct =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['slug'] === 'string'

/** Newest first. */
const $kept = persistentAtom<readonly KeptProduct[]>(VISITOR_WISHLIST_KEY, [], {
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

const keptWithout = (id: string): KeptProduct[] => $kept.get().filter((kept) => kept.id !== id)

const PROMPTS_KEY = 'kairavi-wishlist-prompts'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/** Asks to log in, with each text once a visit. */
function promptOnce(text: string, intent?: Intent): void {
  const shown = readItem(PROMPTS_KEY, isTexts) ?? []
  if (shown.includes(text)) return
  setItem(PROMPTS_KEY, [...shown, text])
  promptLogin(text, intent)
}

export function keepOnDevice(product: ShopProduct): void {
  const { id, slug } = product
  $kept.set([{ id, slug }, ...keptWithout(id)].slice(0, MAX_KEPT))
  promptOnce(words.signInToAdd, { kind: 'wishlist', product })
}

export function removeFromDevice(id: string): void {
  $kept.set(keptWithout(id))
  promptOnce(words.signInToManage)
}

/** Adds what is kept to the wishlist of the account, oldest first, and ends keeping it here. */
async function joinAccount(): Promise<void> {
  // Another tab may have done it.
  if (!isOnDevice(VISITOR_WISHLIST_KEY)) return
  for (const { id } of $kept.get().toReversed()) {
    let archived = false
    const added =
      $user.get()?.wishlist.includes(id) ||
      (await addEntry(id, (outcome) => {
        archived = outcome.kind === 'rejected' && outcome.status === 404
      })) === 'ok'
    if (!$uid.get()) return
    if (added || archived) $kept.set(keptWithout(id))
  }
}

$kept.subscribe((kept) => $visitorProducts.set(kept))
$uid.subscribe((uid) => {
  // A sign-in page is left at once, and a call would be aborted: the next page adds them.
  if (!uid || isAuthPath(currentPath())) return
  // One tab after the other.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  void (locks ? locks.request(VISITOR_WISHLIST_KEY, joinAccount) : joinAccount())
})
