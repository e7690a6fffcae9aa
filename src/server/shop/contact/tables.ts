import type { AppointmentWay } from '#src/contract/form-limits.ts'
import type { ContactState } from '#src/contract/values.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    contact_message: ContactMessageRow
    contact_reply: ContactReplyRow
  }
}

export interface ContactMessageRow {
  id: string
  /** For the sender, e.g. `KT-7F3K9QXM`. */
  number: string
  topic: string
  first_name: string
  last_name: string
  email: string
  company: string
  /** The subject (`CONTACT_SUBJECTS`), and the number of an order; empty if not given. */
  subject: string
  order_number: string
  message: string
  created_at: number
  /** Time of the message or of the last reply. */
  last_message_at: number
  state: ContactState
  /** Time of the first acknowledgement by the team; null until then. */
  acknowledged_at: number | null
  /** Time of settlement; null until then, and after the message is opened again. */
  settled_at: number | null
  note: string
  /** The member of the staff in charge of it; null for no one. */
  owner_id: string | null
  /** Day in India, e.g. `2026-12-01`, of the appointment that is asked for; null for none. */
  appointment_day: string | null
  appointment_hour: number | null
  appointment_way: AppointmentWay | null
  appointment_piece: string | null
  appointment_phone: string | null
}

/** A reply to a message, as mailed. */
export interface ContactReplyRow {
  id: string
  message_id: string
  /** Name of the editor. */
  author: string
  text: string
  sent_at: number
}
