import { sql } from 'kysely'
import {
  DAY_MS,
  PUBLISH_FAILURES_DAYS,
  SEARCHES_DAYS,
  WEB_VITALS_DAYS,
} from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { getSessionLifetime } from '../auth/session.ts'
import type { Db } from '../deps.ts'
import type { Database } from './schema.ts'

/** Rows are deleted so long after the time in a column; 0 for a column that has their end. */
type RetentionRule = {
  [Table in keyof Database]: {
    table: Table
    column: keyof Database[Table] & string
    keptMs: number
    /** The column's value for a time in ms. */
    toValue?: (time: number) => string
  }
}[keyof Database]

/** How long the shop keeps what ends by itself. */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'session', column: 'expires_at', keptMs: 0 },
  {
    table: 'session',
    column: 'last_seen_at',
    keptMs: getSessionLifetime('customer').idleTimeoutMs,
  },
  // Links of expired tokens and invitations get a 410 in place of a 404.
  { table: 'mail_token', column: 'expires_at', keptMs: 30 * DAY_MS },
  { table: 'invitation', column: 'expires_at', keptMs: 30 * DAY_MS },
  { table: 'launch_link', column: 'expires_at', keptMs: 30 * DAY_MS },
  { table: 'oidc_nonce', column: 'expires_at', keptMs: 0 },
  { table: 'known_device', column: 'expires_at', keptMs: 0 },
  { table: 'rate_limit', column: 'expires_at', keptMs: 0 },
  { table: 'open_record', column: 'expires_at', keptMs: 0 },
  // The time in which a retry gets the stored reply.
  { table: 'idempotency', column: 'created_at', keptMs: DAY_MS },
  // Sent or not.
  { table: 'outbox', column: 'created_at', keptMs: 30 * DAY_MS },
  // The time for which the link in the mail works.
  { table: 'stock_alert', column: 'sent_at', keptMs: 180 * DAY_MS },
  // A year and a month, so that a month can be compared with the same one a year before.
  { table: 'page_view_count', column: 'day', keptMs: 400 * DAY_MS, toValue: toIndianDay },
  {
    table: 'web_vital_count',
    column: 'day',
    keptMs: WEB_VITALS_DAYS * DAY_MS,
    toValue: toIndianDay,
  },
  { table: 'search_count', column: 'day', keptMs: SEARCHES_DAYS * DAY_MS, toValue: toIndianDay },
  { table: 'audit_entry', column: 'at', keptMs: 400 * DAY_MS },
  { table: 'publish_failure', column: 'failed_at', keptMs: PUBLISH_FAILURES_DAYS * DAY_MS },
]

export async function deleteExpiredRows(
  db: Db,
  { table, column, keptMs, toValue }: RetentionRule,
  now: number,
): Promise<void> {
  const end = toValue?.(now - keptMs) ?? now - keptMs
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${end}`.execute(db)
}
