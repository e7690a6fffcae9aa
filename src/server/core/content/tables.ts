declare module '#src/server/core/db/schema.ts' {
  interface Database {
    content_record: ContentRecordRow
    content_version: ContentVersionRow
  }
}

/** A record of content that an editor has changed. */
export interface ContentRecordRow {
  /** E.g. `about` or `category:watches` (src/contract/content.ts). */
  id: string
  /** As JSON. */
  body: string
  /** Number of its newest version. */
  revision: number
  updated_at: number
  archived: number
}

/** A version of a record that an editor saved. */
export interface ContentVersionRow {
  record_id: string
  revision: number
  action: 'create' | 'update' | 'archive' | 'restore'
  editor_id: string | null
  saved_at: number
  body: string
  archived: number
  /** The batch that it belongs to. */
  batch_id: string | null
}
