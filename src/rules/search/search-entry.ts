/** One product as search and filters see it. */
export interface SearchEntry {
  slug: string
  title: string
  category: string
  price: number
  /** Whether the price is the lowest of several. */
  isFrom?: boolean
  inStock: boolean
  /** Milliseconds since 1970. */
  publishedAt: number
  colour: readonly string[]
  material: readonly string[]
  size: readonly string[]
  /** Values of detail facets, e.g. `movement=Quartz`. */
  detail: readonly string[]
}
