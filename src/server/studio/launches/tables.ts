declare module '#src/server/core/db/schema.ts' {
  interface Database {
    launch: LaunchRow
    launch_item: LaunchItemRow
    launch_link: LaunchLinkRow
  }
}

/** A set of drafts that go live together. */
export interface LaunchRow {
  id: string
  name: string
  /** Time of the scheduled start. */
  starts_at: number | null
  /** Time of the scheduled end, which undoes the launch. */
  ends_at: number | null
  published_at: number | null
  undone_at: number | null
  /** Time to retry a failed start; null if none failed. */
  retry_at: number | null
  /** The batch that made it live. */
  batch_id: string | null
  /** Why the scheduled start or end failed; otherwise empty. */
  message: string
  /** Raised by each change of the launch or its drafts. */
  revision: number
  created_at: number
  editor_id: string | null
}

/** A draft of a product or a content record. */
export interface LaunchItemRow {
  launch_id: string
  /** The id of the record, or the id of the form (`new-…`) for a product that has never been live. */
  record_id: string
  /** JSON. */
  body: string
  /** The revision of the live record that the draft was made from; 0 for a new record. */
  based_on: number
  revision: number
  saved_at: number
  editor_id: string | null
  /** Whether it archives or restores the record, in addition to its fields. */
  action: 'update' | 'archive' | 'restore'
  /**
   * The counts that the editor saw, as JSON (`Counted` of stock-counts.ts). The draft changes only
   * counts that differ from these. Null for a new product and for content.
   */
  seen_counts: string | null
}

export interface LaunchLinkRow {
  /** SHA-256 of the token in the address, hex. */
  token_hash: string
  launch_id: string
  expires_at: number
}
