declare module '#src/server/core/db/schema.ts' {
  interface Database {
    launch: LaunchRow
    launch_link: LaunchLinkRow
  }
}

/** Changes that lie over records from a start to an end. */
export interface LaunchRow {
  id: string
  name: string
  /** Time of the scheduled start. */
  starts_at: number | null
  /** Time of the scheduled end. */
  ends_at: number | null
  /** Time of its start; null before it. */
  published_at: number | null
  /** Time of its end; null before it. */
  undone_at: number | null
  /** Time to retry a start or an end that failed; null if none failed. */
  retry_at: number | null
  /** What a start or an end left out, or why it failed; otherwise empty. */
  message: string
  /** Raised by each change of the launch or its drafts. */
  revision: number
  created_at: number
  editor_id: string | null
}

export interface LaunchLinkRow {
  /** SHA-256 of the token in the address, hex. */
  token_hash: string
  launch_id: string
  expires_at: number
}
