declare module '#src/server/core/db/schema.ts' {
  interface Database {
    audit_entry: AuditEntryRow
  }
}

/** An action of a member of the staff. */
export interface AuditEntryRow {
  id: string
  at: number
  actor_id: string | null
  action: string
  /** The action, with mentions instead of names of people (audit-mentions.ts). */
  subject: string
}
