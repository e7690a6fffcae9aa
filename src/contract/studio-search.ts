import { z } from 'zod'
import { customersResponse } from './customers.ts'
import { editorOrdersResponse } from './editor-orders.ts'
import type { Endpoint } from './endpoint.ts'
import { CONTACT_STATES, REVIEW_STATES } from './values.ts'

const searchRequest = z.strictObject({
  /** Words, or a SKU, a barcode, an id, a price, an address of a page, a telephone number, the number of an order or a message. */
  text: z.string().trim().min(1, 'Please enter what you look for.').max(320),
})

const found = z.object({
  id: z.string(),
  title: z.string(),
  /** Off the site. */
  isArchived: z.boolean(),
  /** The text around the first word that was found; empty where the title says it. */
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
  /** The title of the product. */
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

const searchResponse = z.object({
  /** What has the text as its SKU, barcode, id or slug, then titles, then other texts. */
  products: z.array(found),
  texts: z.array(found),
  launches: z.array(found),
  customers: customersResponse.shape.customers,
  orders: editorOrdersResponse.shape.orders,
  messages: z.array(foundMessage),
  reviews: z.array(foundReview),
  /** Groups that have more than are listed. */
  more: z.array(z.enum(SEARCH_GROUPS)),
})

/** The search of the studio. */
export const studioSearchEndpoints = {
  'POST /editor/search': {
    summary:
      'Finds products, texts, launches, customers, orders, messages and reviews, also archived ones. The text is in the body: it may name people.',
    access: 'editor',
    body: searchRequest,
    response: searchResponse,
  },
} as const satisfies Record<string, Endpoint>
