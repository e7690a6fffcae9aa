import { RECENT_KEYS } from './storage.ts'

const MAX_RECENT_PRODUCTS = 6

/**
 * Keeps the slug of an opened product, the newest first. Every product page runs this: it has a module
 * of its own, so that no other page loads it.
 */
export function addRecentProduct(slug: string): void {
  try {
    const slugs: unknown = JSON.parse(localStorage.getItem(RECENT_KEYS.products) ?? '[]')
    const others = Array.isArray(slugs) ? slugs.filter((one) => one !== slug) : []
    const recent = [slug, ...others].slice(0, MAX_RECENT_PRODUCTS)
    localStorage.setItem(RECENT_KEYS.products, JSON.stringify(recent))
  } catch {
    // Storage is full, blocked or holds another value: nothing is kept.
  }
}
