declare module '#src/server/core/db/schema.ts' {
  interface Database {
    launch: LaunchRow
    launch_item: LaunchItemRow
    launch_link: LaunchLinkRow
  }
}

/** Drafts that go live together. */
export interface LaunchRow {
  id: string
  name: string
  /** When it goes live by itself. */
  starts_at: number | null
  /** When it is undone by itself. */
  ends_at: number | null
  published_at: number | null
  undone_at: number | null
  /** When a start that failed is tried again; null before that. */
  retry_at: number | null
  /** The saves that made it live. */
  batch_id: string | null
  /** Why it did not start or end by itself; empty otherwise. */
  message: string
  /** Increases with every change of the launch and of its drafts. */
  revision: number
  created_at: number
  editor_id: string | null
}

/** The draft of a product or of a record of content. */
export interface LaunchItemRow {
  launch_id: string
  /** The id of the record; that of its form (`new-…`) for a product that has never been live. */
  record_id: string
  /** As JSON. */
  body: string
  /** The revision of the live record that the draft was made from; 0 for a new one. */
  based_on: number
  /** Number of its versions. */
  revision: number
  saved_at: number
  editor_id: string | null
  /** Whether it puts the record on sale or takes it off, beside its fields; an `update` leaves that. */
  action: 'update' | 'archive' | 'restore'
  /**
   * The counts that the editor of a product's draft saw, as JSON (`Counted` of stock-counts.ts): the draft changes those
   * that it has otherwise. Null for a new product and for content.
   */
  seen_counts: string | null
}

/** The link to the preview of a launch. */
export interface LaunchLinkRow {
  /** SHA-256 of the token in the address, hex. */
  token_hash: string
  launch_id: string
  expires_at: number
}
