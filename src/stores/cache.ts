import { CACHE_FRESH_MS, CACHE_LIFETIME_MS } from '#src/rules/constants.ts'
import { forget, isRecord, keep, readKept } from './storage.ts'

/** An answer and its times, in milliseconds since 1970, as nanoquery keeps them. */
export interface CacheEntry {
  data?: unknown
  created?: number
  expires?: number
}

const KEY = 'kairavi-cache'
/** Begins the key of every answer that is somebody's own. */
const PRIVATE = 'own:'

const isEntry = (value: unknown): value is [string, CacheEntry] =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  isRecord(value[1]) &&
  typeof value[1]['created'] === 'number' &&
  typeof value[1]['expires'] === 'number'

const isEntries = (value: unknown): value is [string, CacheEntry][] =>
  Array.isArray(value) && value.every(isEntry)

/** Answers fetched by this tab, over page changes (spec §9, data cache). */
export const cache = new Map<string, CacheEntry>(readKept(KEY, isEntries) ?? [])

/** The key of an answer that belongs to one user. */
export const ownKey = (uid: string, what: string): string => `${PRIVATE}${uid}:${what}`

/** A fresh answer, or undefined. */
export function cached(key: string): unknown {
  const entry = cache.get(key)
  return entry && Date.now() < (entry.created ?? 0) + CACHE_FRESH_MS ? entry.data : undefined
}

export function remember(key: string, data: unknown): void {
  const now = Date.now()
  cache.set(key, { data, created: now, expires: now + CACHE_LIFETIME_MS })
  saveCache()
}

export function drop(key: string): void {
  cache.delete(key)
  saveCache()
}

/** Forgets every answer that is somebody's own, or only those of others than `uid`. */
export function dropOwn(except?: string): void {
  for (const key of cache.keys())
    if (key.startsWith(PRIVATE) && !(except && key.startsWith(ownKey(except, ''))))
      cache.delete(key)
  saveCache()
}

/** Keeps the answers for the next page of this tab. */
export function saveCache(): void {
  const now = Date.now()
  const living = [...cache].filter(
    ([, entry]) => entry.data !== undefined && (entry.expires ?? 0) > now,
  )
  if (living.length > 0) keep(KEY, living)
  else forget(KEY)
}
