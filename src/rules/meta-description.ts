import type { Product } from '#src/contract/catalog.ts'
import { brand } from './brand.ts'
import { formatInteger } from './money.ts'
import { policyFigures } from './policies.ts'

/** The meta description of a product page, at most 160 characters. */
export function productDescription({ title, subtitle, tagline }: Product): string {
  const text = [subtitle, tagline].filter(Boolean).join('. ') || `${title} by ${brand.name}`
  return shorten(text)
}

/** The text with at most 160 characters. */
export const shorten = (text: string): string =>
  text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text

/** The meta description of the listing. */
export const listingDescription = (count: number): string =>
  `${formatInteger(count)} pieces by ${brand.name}: ${brand.categories.join(', ')}. Free delivery, ${policyFigures.returns.window} days to return.`
