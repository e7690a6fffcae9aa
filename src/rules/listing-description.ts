import { brand } from './brand.ts'

/** What a search result says of the listing. */
export const listingDescription = (count: number): string =>
  `${count.toLocaleString('en-IN')} pieces by ${brand.name}: ${brand.categories.join(', ')}. Free delivery, seven days to return.`
