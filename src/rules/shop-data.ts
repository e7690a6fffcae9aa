import { house } from './house.ts'

/** What a search result says of the listing. */
export const listingDescription = (count: number): string =>
  `${count.toLocaleString('en-IN')} pieces by ${house.name}: ${house.categories.join(', ')}. Free delivery, seven days to return.`
