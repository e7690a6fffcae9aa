import type { ReviewState } from '#src/contract/values.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    review: ReviewRow
  }
}

/** A review of a product; one per product and account. */
export interface ReviewRow {
  id: string
  product_id: string
  /** Null for a review of the seed. */
  user_id: string | null
  /** First name of the author at the time of writing. */
  author: string
  stars: number
  title: string
  text: string
  /** Whether an order of the author contained the product at the time of writing. */
  is_verified_purchase: number
  state: ReviewState
  /** Why an editor rejected it; empty otherwise. */
  reason: string
  /** Time of the current text. */
  written_at: number
}
