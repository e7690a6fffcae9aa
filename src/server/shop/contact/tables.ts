import type { ContactState } from '#src/contract/values.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    contact_message: ContactMessageRow
    contact_reply: ContactReplyRow
  }
}

export interface ContactMessageRow {
  id: string
  /** What its sender quotes, e.g. `KT-7F3K9QXM`. */
  number: string
  topic: string
  first_name: string
  last_name: string
  email: string
  company: string
  /** What it is about (`CONTACT_SUBJECTS`), and the number of an order; empty where none is given. */
  subject: string
  order_number: string
  message: string
  created_at: number
  /** Time of the message, or of the last reply. */
  last_message_at: number
  state: ContactState
  /** Time at which the team acknowledged it; null until then. */
  acknowledged_at: number | null
  /** Time at which it was settled; null while it is not, also where it is opened again. */
  settled_at: number | null
  /** For the team. */
  note: string
}

/** A reply to a message, as it was mailed. */
export interface ContactReplyRow {
  id: string
  message_id: string
  /** Name of the editor. */
  author: string
  text: string
  sent_at: number
}
