import type { SlugKind } from '#src/contract/content.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    slug: SlugRow
  }
}

/** A current, former or reserved address of a record. */
export interface SlugRow {
  kind: SlugKind
  slug: string
  /** The id of a product or record; the id of its form (`new-…`) for a draft of a new product. */
  record_id: string
  /** The launch that reserves it; null for a public address. */
  launch_id: string | null
  /** 1 for the current address; a record has at most one. Former ones redirect to it. */
  is_current: number
}
