import { z } from 'zod'
import { customersResponse } from './customers.ts'
import { editorOrdersResponse } from './editor-orders.ts'
import type { Endpoint } from './endpoint.ts'
import { CONTACT_STATES, REVIEW_STATES, type Right } from './values.ts'

const searchRequest = z.strictObject({
  /** Words, or a SKU, barcode, id, price, page address, telephone number, or the number of an order or a message. */
  text: z.string().trim().min(1, 'Please enter what you look for.').max(320),
})

const found = z.object({
  id: z.string(),
  title: z.string(),
  /** Whether it is off the site. */
  isArchived: z.boolean(),
  /** The text around the first match; empty if the title contains it. */
  excerpt: z.string(),
})
export type FoundRecord = z.output<typeof found>

const foundMessage = z.object({
  number: z.string(),
  name: z.string(),
  state: z.enum(CONTACT_STATES),
  excerpt: z.string(),
})
export type FoundMessage = z.output<typeof foundMessage>

const foundReview = z.object({
  id: z.string(),
  title: z.string(),
  author: z.string(),
  /** Title of the product. */
  product: z.string(),
  state: z.enum(REVIEW_STATES),
  excerpt: z.string(),
})
export type FoundReview = z.output<typeof foundReview>

export const SEARCH_GROUPS = [
  'products',
  'texts',
  'launches',
  'customers',
  'orders',
  'messages',
  'reviews',
] as const
type SearchGroup = (typeof SEARCH_GROUPS)[number]

/** The right that each group of results needs; without it, the group is empty. */
export const SEARCH_RIGHTS: Record<SearchGroup, Right> = {
  products: 'catalogue',
  texts: 'catalogue',
  launches: 'catalogue',
  customers: 'customers',
  orders: 'orders',
  messages: 'messages',
  reviews: 'messages',
}

const searchResponse = z.object({
  /** Matches of a SKU, barcode, id or slug come first, then titles, then other texts. */
  products: z.array(found),
  texts: z.array(found),
  launches: z.array(found),
  customers: customersResponse.shape.customers,
  orders: editorOrdersResponse.shape.orders,
  messages: z.array(foundMessage),
  reviews: z.array(foundReview),
  /** Groups with more results than are listed. */
  more: z.array(z.enum(SEARCH_GROUPS)),
})

export const studioSearchEndpoints = {
  'POST /editor/search': {
    summary:
      'Finds products, texts, launches, customers, orders, messages and reviews, also archived ones. The text is in the body: it may name people.',
    access: 'studio',
    body: searchRequest,
    response: searchResponse,
    errorStatuses: [409],
  },
} as const satisfies Record<string, Endpoint>
