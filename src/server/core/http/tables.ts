declare module '#src/server/core/db/schema.ts' {
  interface Database {
    rate_limit: RateLimitRow
    idempotency: IdempotencyRow
  }
}

export interface RateLimitRow {
  /** Name of the rate limit and SHA-256 of its key: `<name>:<base64url>`. */
  key: string
  count: number
  expires_at: number
}

export interface IdempotencyRow {
  user_id: string
  key: string
  /** Hash of method, path and body; the same key with another hash is rejected. */
  request_hash: string
  status: number
  reply: string
  created_at: number
}
