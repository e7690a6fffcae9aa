declare module '#src/server/core/db/schema.ts' {
  interface Database {
    publish_failure: PublishFailureRow
  }
}

/** A failed publish, with later attempts that failed for the same reason. */
export interface PublishFailureRow {
  id: string
  began_at: number
  /** Time of the last attempt. */
  failed_at: number
  /** When a publish succeeded or failed for another reason; null until then. */
  ended_at: number | null
  attempts: number
  /** The reason, as a sentence for editors. */
  message: string
  /** The last error with its stack and causes, for operators. */
  detail: string
  /** The waiting saves, as JSON (`StoredChanges` of studio/releases/releases.ts). */
  changes: string
}
