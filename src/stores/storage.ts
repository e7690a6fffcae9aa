import { isTexts } from '#src/rules/is-record.ts'
import { THEME_KEY } from '#src/rules/theme.ts'

// Storage may be full, blocked, or hold values of another version: nothing here throws.

/** How long a value stays: until its tab is closed, or on the device until logout. */
type Life = 'tab' | 'until logout'

/** A registered key. */
export type StorageKey = string & { readonly life: Life }

const PREFIX = 'kairavi-'

const deviceKeys = new Set<string>()

/** Registers a key with its life. Logout removes both kinds. */
export function defineKey(name: `${typeof PREFIX}${string}`, life: Life): StorageKey {
  if (life === 'until logout') deviceKeys.add(name)
  return name as StorageKey
}

export const RECENT_SEARCHES_KEY = 'kairavi-searches'
export const GUEST_WISHLIST_KEY = 'kairavi-wishlist'

/**
 * Keys that belong to the device and outlive a logout. Logout removes every other key of the shop, because it
 * cannot ask scripts that this page has not loaded.
 */
const LASTING_KEYS: readonly string[] = [THEME_KEY, RECENT_SEARCHES_KEY, GUEST_WISHLIST_KEY]

const toArea = (key: StorageKey): Storage => (deviceKeys.has(key) ? localStorage : sessionStorage)

/** Reads a value; undefined if it is absent or `isValid` rejects it. */
export function readItem<Item>(
  key: StorageKey,
  isValid: (value: unknown) => value is Item,
): Item | undefined {
  // The server has no storage. Checking is faster than catching an error for each page.
  if (!('sessionStorage' in globalThis)) return undefined
  try {
    const value: unknown = JSON.parse(toArea(key).getItem(key) ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Stores a value; without room the previous one stays. @returns whether the browser kept it. */
export function keepItem(key: StorageKey, value: unknown): boolean {
  try {
    toArea(key).setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Stores a value; removes the previous one if there is no room. */
export function setItem(key: StorageKey, value: unknown): void {
  if (!keepItem(key, value)) removeItem(key)
}

/** Lists the keys of this device that begin with `prefix`. */
export function listDeviceKeys(prefix: Parameters<typeof defineKey>[0]): StorageKey[] {
  try {
    const names = Object.keys(localStorage) as (typeof prefix)[]
    return names.flatMap((name) =>
      name.startsWith(prefix) ? [defineKey(name, 'until logout')] : [],
    )
  } catch {
    return []
  }
}

export function removeItem(key: StorageKey): void {
  try {
    toArea(key).removeItem(key)
  } catch {
    // Storage is blocked: it holds nothing.
  }
}

/** Removes everything that the shop and the studio store, except what belongs to the device. */
export function clearStorage(): void {
  for (const area of ['sessionStorage', 'localStorage'] as const)
    try {
      const storage = globalThis[area]
      for (const name of Object.keys(storage))
        if (name.startsWith(PREFIX) && !LASTING_KEYS.includes(name)) storage.removeItem(name)
    } catch {
      // Storage is blocked: it holds nothing.
    }
}

/** Prices that were shown with a press of Add to Cart, until the cart is opened: products with variant and price. */
export const SHOWN_PRICES_KEY = defineKey('kairavi-shown-prices', 'tab')

/** Reads the typed texts of a form by the names of their fields. */
export const readTexts = (key: StorageKey) => readItem(key, isTexts)

/** The key of a form's typed text. @param of whose form it is, or of what, e.g. a user or an order. */
export const toFormDraftKey = (form: string, of = ''): StorageKey =>
  defineKey(`${PREFIX}form:${form}:${of}`, 'tab')
