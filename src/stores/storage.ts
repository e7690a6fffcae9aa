import { CACHE_FRESH_MS, CACHE_LIFETIME_MS } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'

// Storage may be full, blocked, or hold values of another version: nothing here throws.

/** The storage of this tab, or of this device. */
type StorageArea = 'sessionStorage' | 'localStorage'

/** Reads a value; undefined where it is absent or `isValid` rejects it. */
export function readItem<Item>(
  key: string,
  isValid: (value: unknown) => value is Item,
  area: StorageArea = 'sessionStorage',
): Item | undefined {
  // The server has no storage. Checking is faster than catching an error for each page.
  if (!(area in globalThis)) return undefined
  try {
    const value: unknown = JSON.parse(globalThis[area].getItem(key) ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Stores a value; removes the old one where there is no room. */
export function setItem(key: string, value: unknown, area: StorageArea = 'sessionStorage'): void {
  try {
    globalThis[area].setItem(key, JSON.stringify(value))
  } catch {
    removeItem(key)
  }
}

/** Removes a value of this tab or of this device. */
export function removeItem(key: string): void {
  try {
    sessionStorage.removeItem(key)
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked: it holds nothing.
  }
}

// What a visitor looked for, looked at and liked, kept on the device until logout.
export const RECENT_SEARCHES_KEY = 'kairavi-searches'
export const RECENT_PRODUCTS_KEY = 'kairavi-viewed'
export const GUEST_WISHLIST_KEY = 'kairavi-wishlist'
/** The pincode of this tab's session. */
export const PINCODE_KEY = 'kairavi-pincode'
/** Prices that were shown with a press of Add to Cart, until the cart is opened: products with variant and price. */
export const SHOWN_PRICES_KEY = 'kairavi-shown-prices'
export const REVIEW_DRAFT_KEY = 'kairavi-review'
/** The drafts of the contact and partner forms. */
export const MESSAGE_DRAFT_KEYS = { contact: 'kairavi-message', partner: 'kairavi-partner' }

const FORM_DRAFT = 'kairavi-form:'

/** The key of what is typed into a form. @param of whose form it is, or of what, e.g. a user or an order. */
export const toFormDraftKey = (form: string, of = ''): string => `${FORM_DRAFT}${form}:${of}`

/** Removes what is kept until logout. */
export function deleteRecent(): void {
  const keys = [
    RECENT_SEARCHES_KEY,
    RECENT_PRODUCTS_KEY,
    GUEST_WISHLIST_KEY,
    PINCODE_KEY,
    SHOWN_PRICES_KEY,
    REVIEW_DRAFT_KEY,
    ...Object.values(MESSAGE_DRAFT_KEYS),
  ]
  try {
    keys.push(...Object.keys(sessionStorage).filter((key) => key.startsWith(FORM_DRAFT)))
  } catch {
    // Storage is blocked: it holds nothing.
  }
  keys.forEach(removeItem)
}

interface CacheEntry {
  data: unknown
  /** Milliseconds since 1970. */
  created: number
}

export interface CachedData {
  data: unknown
  /** False between 5 and 30 minutes of age (spec §9). */
  fresh: boolean
}

const CACHE_KEY = 'kairavi-cache'
/** Begins the cache key of data that belongs to a user. */
const USER_PREFIX = 'own:'

const isEntries = (value: unknown): value is [string, CacheEntry][] =>
  Array.isArray(value) &&
  value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && isRecord(entry[1]))

const cache = new Map<string, CacheEntry>(readItem(CACHE_KEY, isEntries) ?? [])

const isAlive = ({ created }: CacheEntry): boolean => Date.now() < created + CACHE_LIFETIME_MS

/** The cache key of data that belongs to the user `uid`. */
export const userCacheKey = (uid: string, name: string): string => `${USER_PREFIX}${uid}:${name}`

export function getCached(key: string): CachedData | undefined {
  const entry = cache.get(key)
  if (!entry || !isAlive(entry)) return undefined
  return { data: entry.data, fresh: Date.now() < entry.created + CACHE_FRESH_MS }
}

/** Caches data. The listing may be large and is written to the storage on pagehide only. */
export function setCached(key: string, data: unknown): void {
  cache.set(key, { data, created: Date.now() })
  if (key.startsWith(USER_PREFIX)) saveCache()
}

export function deleteCached(key: string): void {
  if (cache.delete(key)) saveCache()
}

/** Deletes the data of every user, or of every user but `exceptUid`. */
export function deleteUserCache(exceptUid = ''): void {
  for (const key of cache.keys())
    if (key.startsWith(USER_PREFIX) && !key.startsWith(userCacheKey(exceptUid, '')))
      cache.delete(key)
  saveCache()
}

function saveCache(): void {
  const entries = [...cache].filter(([, entry]) => isAlive(entry))
  if (entries.length > 0) setItem(CACHE_KEY, entries)
  else removeItem(CACHE_KEY)
}

globalThis.addEventListener?.('pagehide', saveCache)
