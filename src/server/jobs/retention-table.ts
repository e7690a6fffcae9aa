import { days, type Period, PROMISED_PERIODS } from '#src/content/retention.ts'
import { DAY_MS, PUBLISH_FAILURES_DAYS, UNDO_DAYS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import type { Database } from '../core/db/schema.ts'
import type { Deps } from '../core/deps.ts'
import { deleteUnusedPictures } from '../core/media/unused-pictures.ts'
import { deleteEndedAccounts } from '../shop/account/delete-account.ts'
import { getSessionLifetime } from '../shop/auth/session.ts'
import { pruneContentVersions, pruneProductVersions } from '../studio/changes/prune-versions.ts'

type Table = keyof Database

/** Deletes rows whose time in this column has passed. The column needs an index. */
export interface RetentionRule {
  column: string
  /** Undefined if the column contains the end of the time. */
  period?: Period
  /** The column contains a day in India instead of a time. */
  isDay?: true
}

/** How long a table keeps its rows. */
export interface Retention {
  /** How long, if no rule states it. */
  kept?: string
  /** Reason for the time, or for why the table is bounded. */
  reason: string
  rules?: readonly RetentionRule[]
  job?: (deps: Deps) => Promise<void>
}

/** Returns the value of the column below which rows are expired. */
export const toEnd = ({ period, isDay }: RetentionRule, now: number): number | string => {
  const end = period ? period.toStart(now) : now
  return isDay ? toIndianDay(end) : end
}

const BY_END: RetentionRule = { column: 'expires_at' }
const WITH_ACCOUNT = 'until the account is deleted'
const FOR_GOOD = 'for good'
const VERSIONS = `all of ${UNDO_DAYS} days, then the newest of each day for a year, then of each month`
const SESSION_IDLE = days(getSessionLifetime('customer').idleTimeoutMs / DAY_MS)

const promised = PROMISED_PERIODS

/**
 * Retention of each table. The cleanup deletes by it, docs/accounts.md lists it, and a test
 * requires an entry for each table. `PROMISED_PERIODS` has the periods of the privacy notice.
 */
export const RETENTION: Record<Table, Retention> = {
  // Accounts.
  user: {
    kept: `until its owner or an admin deletes it; ${promised.unverifiedKept.period.text} without a verified address`,
    reason: 'An account is there until its owner deletes it.',
    job: deleteEndedAccounts,
  },
  address: {
    kept: WITH_ACCOUNT,
    reason: 'An account has 20 at most.',
  },
  session: {
    reason: 'It signs nobody in when it is over.',
    rules: [BY_END, { column: 'last_seen_at', period: SESSION_IDLE }],
  },
  mail_token: {
    reason: 'Its link says for so long that it has ended.',
    rules: [{ column: 'expires_at', period: days(30) }],
  },
  second_factor: {
    kept: 'until it is removed, or the account is deleted',
    reason: 'An account has one.',
  },
  recovery_code: {
    kept: 'until it is used, or the account is deleted',
    reason: 'An account has ten.',
  },
  known_device: {
    reason: 'A browser has a limit of login attempts of its own for so long.',
    rules: [BY_END],
  },
  oidc_nonce: {
    reason: 'A sign-in with Google takes minutes.',
    rules: [BY_END],
  },
  rate_limit: {
    reason: 'The window of its limit is over.',
    rules: [BY_END],
  },
  idempotency: {
    reason: 'A repeated request gets the stored answer for so long.',
    rules: [{ column: 'created_at', period: days(1) }],
  },
  cart_item: {
    kept: WITH_ACCOUNT,
    reason: 'A cart has 100 lines at most.',
  },
  cart_gift: {
    kept: WITH_ACCOUNT,
    reason: 'A cart has one.',
  },
  wishlist_item: {
    kept: WITH_ACCOUNT,
    reason: 'A wishlist has each product once.',
  },
  wishlist_share: {
    kept: WITH_ACCOUNT,
    reason: 'A wishlist has one link.',
  },
  stock_alert: {
    reason:
      'The link of its mail works for so long. One that waits is there once for each account and choice.',
    rules: [{ column: 'sent_at', period: days(180) }],
  },
  review: {
    kept: 'until its author deletes it or the account',
    reason: 'An account has one of each product.',
  },
  order: {
    reason: 'Tax law asks for the books of these years, also when the account is deleted.',
    rules: [{ column: 'placed_at', period: promised.ordersKept.period }],
  },
  variant: {
    kept: FOR_GOOD,
    reason:
      'Carts, orders and alerts refer to it. A product has one for each choice that it comes or came in.',
  },
  stock: {
    kept: FOR_GOOD,
    reason: 'A product has a row of each of its variants, or one.',
  },
  stock_hold: {
    kept: 'until the order is dispatched, cancelled or expired',
    reason: 'An open order has one of each of its lines.',
  },
  order_line: {
    kept: 'as its order',
    reason: 'It is part of the books.',
  },
  order_event: {
    kept: 'as its order',
    reason: 'It says what became of the order.',
  },
  document: {
    kept: 'as its order',
    reason: 'It is part of the books.',
  },
  order_link: {
    reason: 'The link of a mail works for so long; the next mail has another one.',
    rules: [{ column: 'created_at', period: days(90) }],
  },
  payment: {
    kept: 'as its order',
    reason: 'It is part of the books.',
  },
  payment_event: {
    reason: 'The provider repeats an event for a day.',
    rules: [{ column: 'received_at', period: days(90) }],
  },
  refund: {
    kept: 'as its order',
    reason: 'It is part of the books.',
  },
  shipment: {
    kept: 'as its order',
    reason: 'It is part of the order.',
  },
  return_request: {
    kept: 'as its order',
    reason: 'It is part of the order.',
  },
  // Mail and messages.
  outbox: {
    reason: 'Sent or not: after two weeks a mail is not tried again.',
    rules: [{ column: 'created_at', period: promised.mailsKept.period }],
  },
  contact_message: {
    reason: 'A question may follow an answer.',
    rules: [{ column: 'last_message_at', period: promised.messagesKept.period }],
  },
  contact_reply: {
    kept: 'as its message',
    reason: 'It is part of the conversation.',
  },
  // Staff.
  invitation: {
    reason: 'Its link says for so long that it has ended.',
    rules: [{ column: 'expires_at', period: days(30) }],
  },
  audit_entry: {
    reason: 'A month can be compared with the same one a year before.',
    rules: [{ column: 'at', period: promised.accessKept.period }],
  },
  open_record: {
    reason: 'The form is closed.',
    rules: [BY_END],
  },
  // Counts without a person.
  page_view_count: {
    reason: 'A month can be compared with the same one a year before.',
    rules: [{ column: 'day', period: promised.viewsKept.period, isDay: true }],
  },
  web_vital_count: {
    reason: 'Builds of a quarter are compared.',
    rules: [{ column: 'day', period: promised.speedKept.period, isDay: true }],
  },
  search_count: {
    reason: 'Editors look at the searches of a month.',
    rules: [{ column: 'day', period: promised.searchesKept.period, isDay: true }],
  },
  // The catalogue and its texts.
  product: {
    kept: FOR_GOOD,
    reason: 'Editors make it; an archived product can be restored.',
  },
  product_picture: {
    kept: 'as long as the product shows it',
    reason: 'A product has 20 at most.',
  },
  product_version: {
    kept: VERSIONS,
    reason: 'Any earlier text can be restored.',
    job: pruneProductVersions,
  },
  product_version_picture: {
    kept: 'as its version',
    reason: 'It keeps the picture of a version.',
  },
  picture: {
    kept: '30 days, or as long as a product, a record, a draft or a version has it',
    reason: 'A form may be open for days.',
    job: deleteUnusedPictures,
  },
  product_code: {
    kept: 'as long as the product has it',
    reason: 'A SKU or a barcode is of one piece.',
  },
  slug: {
    kept: FOR_GOOD,
    reason: 'A published address leads on for good.',
  },
  content_record: {
    kept: FOR_GOOD,
    reason: 'Editors make it; an archived record can be restored.',
  },
  content_version: {
    kept: VERSIONS,
    reason: 'Any earlier text can be restored.',
    job: pruneContentVersions,
  },
  content_version_picture: {
    kept: 'as its version',
    reason: 'It keeps the picture of a version.',
  },
  launch: {
    kept: 'until an editor deletes it',
    reason: 'Editors make it; it says what went live and when.',
  },
  overlay: {
    kept: 'as its launch',
    reason: 'A launch has 1,000 at most.',
  },
  overlay_picture: {
    kept: 'as its draft',
    reason: 'It keeps the picture of a draft.',
  },
  launch_effect: {
    reason: 'It says which price was shown when an order was placed.',
    rules: [{ column: 'to_at', period: promised.ordersKept.period }],
  },
  launch_link: {
    reason: 'Its address says for so long that it has ended.',
    rules: [{ column: 'expires_at', period: days(30) }],
  },
  batch: {
    reason: 'A change can be undone for so long.',
    rules: [{ column: 'created_at', period: days(UNDO_DAYS) }],
  },
  // Publishing and the shop itself.
  publish_request: {
    kept: 'until a publish fulfils it',
    reason: 'Each publish takes all that wait.',
  },
  publish_result: {
    kept: FOR_GOOD,
    reason: 'It has one row.',
  },
  publish_failure: {
    reason: 'Editors see what failed in a quarter, also after it is mended.',
    rules: [{ column: 'failed_at', period: days(PUBLISH_FAILURES_DAYS) }],
  },
  release: {
    kept: 'the last 200',
    reason: 'The list of releases shows the last ones.',
  },
  setting: {
    kept: FOR_GOOD,
    reason: 'The code names its few rows.',
  },
}
