import type { ListingItem, Variant } from '#src/contract/catalog.ts'
import { HOUR_MS, MAX_QUANTITY } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { safePath } from '#src/rules/paths.ts'
import { defineKey, readItem, removeItem, setItem } from './storage.ts'

/** The fields of a product that cart and wishlist need, from the listing or its page. */
export type ShopProduct = Pick<
  ListingItem,
  'id' | 'slug' | 'title' | 'price' | 'images' | 'category' | 'stock' | 'variant'
>

/** The action of a visitor who was asked to log in (docs/decisions/product.md#intent). */
export interface Intent {
  kind: 'add' | 'buy' | 'wishlist'
  product: ShopProduct
  quantity?: number | undefined
  variant?: Variant | undefined
}

/** The place of a visitor who left to log in or to sign up. */
export interface StoredIntent {
  /** Absent if the page led them to the login. */
  intent?: Intent | undefined
  /** The page they come back to, a path of this site. */
  path: string
  /** Pixels. */
  scrollY: number
  /** Milliseconds since 1970. */
  at: number
}

// On the device: most shoppers follow a mailed link in another tab, which goes on from there.
const KEY = defineKey('kairavi-intent', 'until logout')
/** Age at which an intent expires, in milliseconds: long enough for signing up and verifying. */
const MAX_AGE_MS = HOUR_MS

const KINDS: readonly unknown[] = ['add', 'buy', 'wishlist'] satisfies Intent['kind'][]

const isQuantity = (value: unknown): boolean =>
  typeof value === 'number' && value % 1 === 0 && value > 0 && value <= MAX_QUANTITY

/** The fields that this page reads; the API validates the rest. */
const isIntent = (value: unknown): value is Intent =>
  isRecord(value) &&
  KINDS.includes(value['kind']) &&
  isRecord(value['product']) &&
  typeof value['product']['id'] === 'string' &&
  Array.isArray(value['product']['images']) &&
  isQuantity(value['quantity'] ?? 1) &&
  isRecord(value['variant'] ?? {})

export const isStoredIntent = (value: unknown): value is StoredIntent =>
  isRecord(value) &&
  (value['intent'] === undefined || isIntent(value['intent'])) &&
  typeof value['path'] === 'string' &&
  safePath(value['path']) === value['path'] &&
  typeof value['scrollY'] === 'number' &&
  typeof value['at'] === 'number' &&
  Date.now() - value['at'] < MAX_AGE_MS

export const currentPath = (): string => location.pathname + location.search + location.hash

const storeIntent = (stored: StoredIntent): void => setItem(KEY, stored)

const readIntent = (): StoredIntent | undefined => readItem(KEY, isStoredIntent)

/** Keeps the intent with its page and place while the visitor logs in or signs up. */
export const keepIntent = (intent: Intent): void =>
  storeIntent({ intent, path: currentPath(), scrollY, at: Date.now() })

/** Keeps the page that a visitor comes back to once a mailed link is followed. */
export function keepPath(path: string): void {
  if (intentPath() !== path) storeIntent({ path, scrollY: 0, at: Date.now() })
}

export const removeIntent = (): void => removeItem(KEY)

/** The page that the visitor comes back to. */
export const intentPath = (): string | null => readIntent()?.path ?? null

/** The stored intent of a page. */
export function findIntentOf(path: string | null): Intent | undefined {
  const stored = readIntent()
  return stored?.path === path ? stored?.intent : undefined
}

/** The stored intent, if it belongs to this page. */
export function findIntent(): (StoredIntent & { intent: Intent }) | undefined {
  const stored = readIntent()
  const intent = stored?.intent
  return intent && stored.path === currentPath() ? { ...stored, intent } : undefined
}
