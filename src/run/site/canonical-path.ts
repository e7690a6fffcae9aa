import { findFile, type RouteTable } from './route-table.ts'

const PAGE_SUFFIX = /\.html$/

/** The decoded path of a request target; undefined when it cannot be decoded. */
export function parsePath(target: string): string | undefined {
  const end = target.search(/[?#]/)
  const path = end === -1 ? target : target.slice(0, end)
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * The path of the page that a variant such as `/shop/`, `/shop.html` or `/index.html` means, or
 * undefined. Always a path of the release: nothing of the request is reflected.
 */
export function canonicalPath(table: RouteTable, path: string): string | undefined {
  if (path.length > 300) return undefined
  const bare = path.replace(/\/+$/, '').replace(PAGE_SUFFIX, '')
  const candidate = bare.replace(/\/index$/, '') || '/'
  return candidate !== path && findFile(table, candidate)?.isHtml ? candidate : undefined
}
