declare module '#src/server/core/db/schema.ts' {
  interface Database {
    audit_entry: AuditEntryRow
  }
}

/** What a member of the staff did. */
export interface AuditEntryRow {
  id: string
  at: number
  actor_id: string | null
  action: string
  /** What was done, readable but for its mentions (admin/audit-mentions.ts): it holds no name of a person. */
  subject: string
}
