import { SLUG_PATTERN } from '#src/contract/values.ts'
import { productPath } from '../paths.ts'

/** The slug in the path of a product page, with or without a closing slash; null for other paths. */
export function parseProductSlug(path: string): string | null {
  const prefix = productPath('')
  const slug = path.slice(prefix.length).replace(/\/$/, '')
  return path.startsWith(prefix) && SLUG_PATTERN.test(slug) ? slug : null
}
