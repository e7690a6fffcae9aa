declare module '#src/server/core/db/schema.ts' {
  interface Database {
    product_version: ProductVersionRow
    batch: BatchRow
    open_record: OpenRecordRow
    overlay: OverlayRow
    launch_effect: LaunchEffectRow
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
}

/** A member of the staff who has a product, a record of content or an order open. */
export interface OpenRecordRow {
  record_id: string
  user_id: string
  since: number
  expires_at: number
}

/** What a launch changes of a product or a content record: its draft. */
export interface OverlayRow {
  launch_id: string
  /** The id of the record, or the id of the form (`new-…`) for a product that has never been live. */
  record_id: string
  /** `Patch` of editing/overlay.ts, as JSON, with the ids of the records that it names. */
  patch: string
  revision: number
  saved_at: number
  editor_id: string | null
  /** Why the record keeps its own values while the launch is live; otherwise empty. */
  problem: string
  /** 1 if the version that it was made from is deleted, until an editor checks and saves it. */
  needs_check: number
}

/** What a launch showed of a record. */
export interface LaunchEffectRow {
  record_id: string
  launch_id: string
  /** Name of the launch. */
  name: string
  /** `Patch` of editing/overlay.ts, as JSON. */
  patch: string
  from_at: number
  /** Null while it is live. */
  to_at: number | null
}
