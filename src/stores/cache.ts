import { CACHE_FRESH_MS, CACHE_LIFETIME_MS } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { defineKey, readItem, removeItem, setItem } from './storage.ts'

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

const CACHE_KEY = defineKey('kairavi-cache', 'tab')
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

/** Deletes everything, also what belongs to no one. */
export function clearCache(): void {
  cache.clear()
  saveCache()
}

function saveCache(): void {
  const entries = [...cache].filter(([, entry]) => isAlive(entry))
  if (entries.length > 0) setItem(CACHE_KEY, entries)
  else removeItem(CACHE_KEY)
}

globalThis.addEventListener?.('pagehide', saveCache)
