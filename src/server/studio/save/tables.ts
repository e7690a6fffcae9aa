declare module '#src/server/core/db/schema.ts' {
  interface Database {
    product_version: ProductVersionRow
    batch: BatchRow
    open_record: OpenRecordRow
  }
}

export interface ProductVersionRow {
  product_id: string
  revision: number
  action: 'create' | 'update' | 'archive' | 'restore'
  editor_id: string | null
  saved_at: number
  /** The entry, as JSON. */
  entry: string
  archived: number
  /**
   * Changed counts, as JSON (`CountChange`s). Null for versions without recorded counts, whose
   * changes are the differences from the previous version.
   */
  counted: string | null
  /** Reason for the changed counts, if the editor gave one. */
  reason: string | null
  /** The batch of the save. */
  batch_id: string | null
}

/** Saves of several products that are undone together. */
export interface BatchRow {
  id: string
  summary: string
  editor_id: string | null
  created_at: number
  undone_at: number | null
  /** The launch whose start or end made the batch; null for a change of an editor. */
  launch_id: string | null
  /** The batch that this one undoes. */
  undoes: string | null
}

/** A member of the staff who has a product, a record of content or an order open. */
export interface OpenRecordRow {
  record_id: string
  user_id: string
  since: number
  expires_at: number
}
