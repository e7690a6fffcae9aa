import type { RouteTable } from './route-table.ts'

const PAGE_SUFFIX = /\.html$/

/** The path of a request's target, decoded; undefined when it is no path at all. */
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
 * The address of a page that was asked for by another spelling (`/shop/`, `/shop.html`,
 * `/index.html`), or undefined when there is none. Always an address of the release, so that
 * nothing of the request's own path is ever sent back.
 */
export function canonicalPath(table: RouteTable, path: string): string | undefined {
  if (path.length > 300) return undefined
  const bare = path.replace(/\/+$/, '').replace(PAGE_SUFFIX, '')
  const candidate = bare.replace(/\/index$/, '') || '/'
  return candidate !== path && table.files.get(candidate)?.isHtml ? candidate : undefined
}
