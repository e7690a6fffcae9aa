declare module '#src/server/core/db/schema.ts' {
  interface Database {
    release: ReleaseRow
    publish_failure: PublishFailureRow
  }
}

/** A release that was published. */
export interface ReleaseRow {
  id: string
  published_at: number
  products: number
  pages: number
  /** Pages that were rendered for it; the others are shared with the release before. */
  rendered: number
  /** Bytes of its files. */
  bytes: number
  /** The saves that it published, as JSON (`ReleaseChange` of editor/releases.ts). */
  changes: string
  /** 1 while its files are on the disk. */
  kept: number
  /** Key of the compiled site that rendered it; empty for releases before this column. */
  compiled: string
}

/** A publish that failed, with its further attempts that failed in the same way. */
export interface PublishFailureRow {
  id: string
  began_at: number
  /** Time of the last attempt. */
  failed_at: number
  /** When a publish succeeded, or failed in another way; null while it fails. */
  ended_at: number | null
  attempts: number
  /** The reason as a sentence for editors. */
  message: string
  /** The last error with its stack and causes, for operators. */
  detail: string
  /** The saves that waited, as JSON (`StoredChanges` of editor/releases.ts). */
  changes: string
}
