declare module '#src/server/core/db/schema.ts' {
  interface Database {
    product_version: ProductVersionRow
    batch: BatchRow
    open_record: OpenRecordRow
  }
}

/** A version of a product that an editor saved. */
export interface ProductVersionRow {
  product_id: string
  revision: number
  action: 'create' | 'update' | 'archive' | 'restore'
  editor_id: string | null
  saved_at: number
  /** The whole entry, as JSON. */
  entry: string
  archived: number
  /**
   * The counts that the save changed, as JSON (`CountChange`s). Null for a version from before the stock table, which
   * changed those that differ from the version before it.
   */
  counted: string | null
  /** Why it changed them, where its editor said so. */
  reason: string | null
  /** The change of several products that it belongs to. */
  batch_id: string | null
}

/** Saves of several products that are undone together. */
export interface BatchRow {
  id: string
  summary: string
  editor_id: string | null
  created_at: number
  undone_at: number | null
  /** The launch that made it by its start or its end; null for a change of an editor. */
  launch_id: string | null
  /** The change that it takes back. */
  undoes: string | null
}

/** An editor who has a product or a record of content open. */
export interface OpenRecordRow {
  record_id: string
  user_id: string
  since: number
  expires_at: number
}
