declare module '#src/server/core/db/schema.ts' {
  interface Database {
    session: SessionRow
    mail_token: MailTokenRow
    oidc_nonce: OidcNonceRow
    known_device: KnownDeviceRow
    second_factor: SecondFactorRow
    recovery_code: RecoveryCodeRow
  }
}

export interface SessionRow {
  /** SHA-256 of the cookie's token, hex. The token itself is not stored. */
  token_hash: string
  /** Public id, by which the user can end the session. */
  id: string
  user_id: string
  device: string
  created_at: number
  last_seen_at: number
  expires_at: number
}

export interface MailTokenRow {
  /** SHA-256 of the mailed token, hex. */
  token_hash: string
  user_id: string
  purpose: 'verify-email' | 'reset-password'
  /** SHA-256 of the cookie token of the browser that signed up, hex; null if unknown. */
  browser_hash: string | null
  created_at: number
  expires_at: number
  used_at: number | null
}

/** A nonce: of a Google sign-in, deleted when used, or of a signed publish request, kept until it expires. */
export interface OidcNonceRow {
  /** SHA-256 of the nonce and the browser's token, hex. */
  nonce_hash: string
  expires_at: number
}

/** A browser that has signed in to an account. */
export interface KnownDeviceRow {
  /** SHA-256 of the account's email, hex. */
  email_hash: string
  /** SHA-256 of the token in the browser's cookie, hex. */
  token_hash: string
  expires_at: number
}

/** The authenticator app of an account. */
export interface SecondFactorRow {
  user_id: string
  /** Base32, encrypted if SECOND_FACTOR_KEY is set. */
  secret: string
  created_at: number
  /** Null until a first code has been entered. */
  confirmed_at: number | null
  /** Time step of the last code; each code is accepted once. */
  last_step: number
}

export interface RecoveryCodeRow {
  user_id: string
  /** SHA-256, hex. */
  code_hash: string
}
