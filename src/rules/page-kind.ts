import type { PageKind } from '#src/contract/values.ts'
import { collectionPath, isAuthPath, paths } from './paths.ts'

const SAME_PATH: Record<string, PageKind> = {
  [paths.home]: 'home',
  [paths.store]: 'listing',
  [paths.cart]: 'cart',
  [paths.checkout]: 'checkout',
  [paths.wishlist]: 'account',
  [paths.completeProfile]: 'account',
}

/** The kind of a page by its path: visits are measured for each. */
export function toPageKind(path: string): PageKind {
  if (path.startsWith('/product/')) return 'product'
  if (`${path}/`.startsWith(`${paths.shop}/`) || path.startsWith(collectionPath('')))
    return 'listing'
  if (`${path}/`.startsWith(`${paths.profile}/`) || isAuthPath(path)) return 'account'
  return SAME_PATH[path] ?? 'other'
}
