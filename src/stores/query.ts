import { nanoquery } from '@nanostores/query'
import { CACHE_FRESH_MS, CACHE_LIFETIME_MS, MAX_RETRIES } from '#src/rules/constants.ts'
import { cache, saveCache } from './cache.ts'

/** Pause before a failed fetch is tried again, in milliseconds. */
const RETRY_AFTER_MS = 1_000

const [createFetcherStore] = nanoquery({
  cache,
  dedupeTime: CACHE_FRESH_MS,
  cacheLifetime: CACHE_LIFETIME_MS,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  // The first failure counts as 1.
  onErrorRetry: ({ retryCount }) => (retryCount <= MAX_RETRIES ? RETRY_AFTER_MS : undefined),
})

if (typeof addEventListener !== 'undefined') addEventListener('pagehide', saveCache)

/** Makes stores of fetched data with the specification's cache line (§9), kept over page changes. */
export { createFetcherStore }
