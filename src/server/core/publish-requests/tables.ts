declare module '#src/server/core/db/schema.ts' {
  interface Database {
    publish_request: PublishRequestRow
    publish_result: PublishResultRow
  }
}

/** A change of the catalogue that is not published. */
export interface PublishRequestRow {
  id: string
  created_at: number
  /** The product or the record of content, and the editor; null for a catalogue kept elsewhere. */
  product_id: string | null
  editor_id: string | null
  /** What was done, e.g. `Saved Moon Phase`. */
  summary: string
  /** The number of products with which an editor accepts a much smaller catalogue. */
  accepted_products: number | null
}

/** The one row with the result of the last publish. */
export interface PublishResultRow {
  id: number
  release: string
  published_at: number | null
  /** Why it failed; empty otherwise. */
  error: string
  /** Products of the site and of the catalogue, when it failed because that has many fewer. */
  live_products: number | null
  refused_products: number | null
  /** The release that stays live until changes are published again; empty otherwise. */
  pinned: string
  /** Pages of the publish that runs; both 0 when none does. */
  pages_done: number
  pages_total: number
  started_at: number | null
}
