import { RECENT_PRODUCTS_KEY } from './storage.ts'

const MAX_RECENT_PRODUCTS = 6

/**
 * Keeps the slug of an opened product, the newest first. Every product page runs this: it has a module
 * of its own, so that no other page loads it.
 */
export function addRecentProduct(slug: string): void {
  try {
    const known = localStorage.getItem(RECENT_PRODUCTS_KEY) ?? ''
    const recent = [...new Set([slug, ...known.split(',')])].slice(0, MAX_RECENT_PRODUCTS)
    localStorage.setItem(RECENT_PRODUCTS_KEY, recent.join())
  } catch {
    // Storage is full or blocked: nothing is kept.
  }
}
