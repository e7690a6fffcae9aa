declare module '#src/server/core/db/schema.ts' {
  interface Database {
    invitation: InvitationRow
  }
}

export interface InvitationRow {
  id: string
  /** SHA-256 of the mailed token, hex. */
  token_hash: string
  email: string
  role: 'editor' | 'admin'
  invited_by: string | null
  created_at: number
  expires_at: number
  used_at: number | null
}
