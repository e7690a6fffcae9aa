declare module '#src/server/core/db/schema.ts' {
  interface Database {
    outbox: OutboxRow
  }
}

export interface OutboxRow {
  id: string
  /** The account that the mail is about. The mail is deleted with it. */
  user_id: string | null
  recipient: string
  subject: string
  text: string
  html: string
  created_at: number
  /** Time of the next attempt; null after sending. */
  due_at: number | null
  attempts: number
  sent_at: number | null
  last_error: string | null
}
