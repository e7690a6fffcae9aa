declare module '#src/server/core/db/schema.ts' {
  interface Database {
    publish_request: PublishRequestRow
    publish_result: PublishResultRow
    release: ReleaseRow
  }
}

/** A change of the catalogue that is not published yet. */
export interface PublishRequestRow {
  id: string
  created_at: number
  /** The product or record, and the editor; null if another system keeps the catalogue. */
  product_id: string | null
  editor_id: string | null
  /** The change, e.g. `Saved Moon Phase`. */
  summary: string
  /** The number of products with which an editor accepted a much smaller catalogue. */
  accepted_products: number | null
}

/** The one row with the result of the last publish. */
export interface PublishResultRow {
  id: number
  release: string
  published_at: number | null
  /** Why it failed; empty otherwise. */
  error: string
  /** Products of the site and of the catalogue, if the publish failed because there are many fewer. */
  live_products: number | null
  refused_products: number | null
  /** The release that stays live until an editor publishes again; empty otherwise. */
  pinned: string
  /** Pages of the current publish; both are 0 if none runs. */
  pages_done: number
  pages_total: number
  started_at: number | null
}

/** A release that was published. */
export interface ReleaseRow {
  id: string
  published_at: number
  products: number
  pages: number
  /** Pages that were rendered for it. It shares the others with the previous release. */
  rendered: number
  /** Bytes of its files. */
  bytes: number
  /** The saves that it published, as JSON (`ReleaseChange` of studio/releases/releases.ts). */
  changes: string
  /** 1 while its files are on the disk. */
  kept: number
  /** Key of the compiled site that rendered it; empty for older releases. */
  compiled: string
}
