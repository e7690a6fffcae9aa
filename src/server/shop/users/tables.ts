import type { PersonField } from '#src/contract/account.ts'
import type { StaffRole } from '#src/contract/values.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    user: UserRow
    invitation: InvitationRow
    address: AddressRow
  }
}

export interface UserRow extends Record<PersonField, string> {
  id: string
  /** Normalised: trimmed, NFC, lower case. Unique among verified accounts. */
  email: string
  display_name: string
  /** PHC string of argon2id; null for an account without a password (Google). */
  password_hash: string | null
  photo_url: string
  role: string
  email_verified_at: number | null
  google_sub: string | null
  created_at: number
  updated_at: number
  /** Time at which an account ends whose email is not verified; null for a verified one. */
  expires_at: number | null
  /** Time at which an account with a verified email was deleted: its rows follow, and its own row is the last. */
  deleted_at: number | null
}

export interface AddressRow {
  id: string
  user_id: string
  position: number
  address: string
  city: string
  state: string
  pincode: string
  country: string
  is_default: number
}

/** An invitation to the staff. */
export interface InvitationRow {
  id: string
  /** SHA-256 of the mailed token, hex. */
  token_hash: string
  email: string
  role: StaffRole
  invited_by: string | null
  created_at: number
  expires_at: number
  used_at: number | null
}
