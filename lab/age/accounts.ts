import { DAY_MS } from '#src/rules/constants.ts'
import { existingAccountMail } from '#src/server/core/mail/account-mails.ts'
import { composeMail, readMailRecords } from '#src/server/core/mail/compose-mail.ts'
import { renderMail } from '#src/server/core/mail/render-mail.ts'
import type { OutboxRow } from '#src/server/core/mail/tables.ts'
import { hashPassword } from '#src/server/shop/auth/password-hash.ts'
import { getSessionLifetime } from '#src/server/shop/auth/session.ts'
import { toUserRow } from '#src/server/shop/users/queries.ts'
import type { UserRow } from '#src/server/shop/users/tables.ts'
import { type Aging, times } from './aging.ts'

const FIRST_NAMES = 'Asha Ira Meera Kabir Dev Nila Arjun Tara Rohan Leela Vikram Anaya'.split(' ')
const SURNAMES = 'Rao Nair Sen Mehta Iyer Khanna Bose Kapoor Menon Singh Das Joshi'.split(' ')
const PLACES = [
  { city: 'Mumbai', state: 'Maharashtra', pincode: '400006' },
  { city: 'Jaipur', state: 'Rajasthan', pincode: '302002' },
  { city: 'Kochi', state: 'Kerala', pincode: '682001' },
  { city: 'Kolkata', state: 'West Bengal', pincode: '700019' },
]
const DEVICES = ['Chrome on Android', 'Safari on iPhone', 'Chrome on Windows', 'Edge on Windows']
const RATE_LIMITS = ['login-subnet', 'page-view', 'web-vitals', 'search-event', 'contact-email']
const REPLY = JSON.stringify({ success: true, message: 'Added to cart.' })
const STAFF = 20
const PASSWORD = 'seven lamps of amer'

export interface Accounts {
  staff: UserRow[]
  customers: UserRow[]
}

export async function addAccounts(aging: Aging): Promise<Accounts> {
  const { deps, scale, pick, toId, daysAgo, days, whole, insert } = aging
  const password_hash = await hashPassword(deps.env, PASSWORD)
  const toUser = (kind: string, index: number, fromDays: number, role = 'customer'): UserRow => {
    const [first, last] = [pick(FIRST_NAMES), pick(SURNAMES)]
    const created_at = daysAgo(fromDays)
    return toUserRow({
      id: toId(kind, index),
      email: `${first}.${last}.${index}@${kind}.example`.toLowerCase(),
      display_name: `${first} ${last}`,
      password_hash,
      phone: `+91 98${whole(10_000_000, 99_999_999)}`,
      role,
      email_verified_at: kind === 'unverified' ? null : created_at + 60_000,
      created_at,
    })
  }
  const staff = [
    ...times(STAFF, (index) => toUser('staff', index, days, index < 2 ? 'admin' : 'editor')),
  ]
  const customers = [...times(scale(40_000), (index) => toUser('customer', index, days))]
  await insert('user', [...staff, ...customers])
  // Cart additions live for seven days, so a fifth of these rows has expired.
  await insert(
    'user',
    times(scale(10_000), (index) => toUser('unverified', index, 9)),
  )
  return { staff, customers }
}

/** Adds the rows of accounts: addresses, sessions, mail tokens, devices and idempotency keys. */
export async function addAccountRows(aging: Aging, accounts: Accounts): Promise<void> {
  const { now, scale, pick, pickPopular, toHash, toId, daysAgo, whole, insert } = aging
  const { customers } = accounts
  await insert(
    'address',
    customers.flatMap(({ id: user_id }, owner) => [
      ...times(owner % 3, (position) => ({
        id: toId(`address ${position}`, owner),
        user_id,
        position,
        address: `${whole(1, 200)}, Lake View Road`,
        ...pick(PLACES),
        country: 'India',
        is_default: position === 0 ? 1 : 0,
      })),
    ]),
  )
  const { absoluteTimeoutMs } = getSessionLifetime('customer')
  await insert(
    'session',
    times(scale(40_000), (index) => {
      const created_at = daysAgo(32)
      return {
        token_hash: toHash('session', index),
        id: toId('session', index),
        user_id: pickPopular(customers).id,
        device: pick(DEVICES),
        created_at,
        last_seen_at: Math.min(now, created_at + whole(0, 7) * DAY_MS),
        expires_at: created_at + absoluteTimeoutMs,
      }
    }),
  )
  await insert(
    'mail_token',
    times(scale(20_000), (index) => {
      const created_at = daysAgo(32)
      return {
        token_hash: toHash('mail token', index),
        user_id: pick(customers).id,
        purpose: index % 2 === 0 ? ('verify-email' as const) : ('reset-password' as const),
        created_at,
        expires_at: created_at + DAY_MS,
        browser_hash: null,
        used_at: index % 3 === 0 ? null : created_at + 60_000,
      }
    }),
  )
  await insert(
    'known_device',
    times(scale(40_000), (index) => ({
      email_hash: toHash('email', whole(0, index)),
      token_hash: toHash('device', index),
      expires_at: daysAgo(1, -180),
    })),
  )
  await insert(
    'oidc_nonce',
    times(scale(1_000), (index) => ({
      nonce_hash: toHash('nonce', index),
      expires_at: daysAgo(0.01, -0.01),
    })),
  )
  await insert(
    'rate_limit',
    times(scale(20_000), (index) => ({
      key: `${pick(RATE_LIMITS)}:${toHash('limited', index).slice(0, 43)}`,
      count: whole(1, 50),
      expires_at: daysAgo(0.1, -1),
    })),
  )
  const keys = scale(200_000)
  await insert(
    'idempotency',
    times(keys, (index) => {
      // Keys are kept for a day, so a tenth is due for the cleanup. Keys begin with their time.
      const created_at = now - Math.floor((1 - index / keys) * 1.1 * DAY_MS)
      return {
        user_id: pickPopular(customers).id,
        key: created_at.toString(16) + toHash('key', index).slice(0, 21),
        request_hash: toHash('request', index),
        status: 200,
        reply: REPLY,
        created_at,
      }
    }),
  )
  await addStaffRows(aging, accounts)
  await addMails(aging, accounts)
}

async function addStaffRows(aging: Aging, { staff }: Accounts): Promise<void> {
  const { scale, toHash, toId, daysAgo, insert } = aging
  const withFactor = staff.slice(STAFF / 2)
  await insert(
    'second_factor',
    withFactor.map(({ id, created_at }) => ({
      user_id: id,
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      created_at,
      confirmed_at: created_at,
      last_step: 0,
    })),
  )
  await insert(
    'recovery_code',
    withFactor.flatMap(({ id }, owner) => [
      ...times(10, (index) => ({ user_id: id, code_hash: toHash(`code ${owner}`, index) })),
    ]),
  )
  await insert(
    'invitation',
    times(scale(40), (index) => {
      const created_at = daysAgo(34)
      return {
        id: toId('invitation', index),
        token_hash: toHash('invitation', index),
        email: `invited.${index}@example.com`,
        role: 'editor' as const,
        invited_by: staff[0]?.id ?? null,
        created_at,
        expires_at: created_at + 3 * DAY_MS,
        used_at: null,
      }
    }),
  )
}

/** Adds the mails of a month: sent ones without their text, waiting ones, and failed ones. */
async function addMails({ deps, ...aging }: Aging, { customers }: Accounts): Promise<void> {
  const { now, scale, pick, toId, daysAgo, insert } = aging
  const draft = existingAccountMail(deps.env)
  const { text, facts } = await readMailRecords(deps, deps.db, draft.kind)
  const mail = renderMail(composeMail(deps.env, draft, text, facts))
  const waiting = scale(60)
  const failed = scale(100)
  await insert(
    'outbox',
    times(scale(20_000), (index): OutboxRow => {
      const { id: user_id, email: recipient } = pick(customers)
      const isWaiting = index < waiting
      const isFailed = !isWaiting && index < waiting + failed
      const isSent = !isWaiting && !isFailed
      const created_at = isWaiting ? daysAgo(0.01) : daysAgo(30.2, 3.1)
      return {
        id: toId('mail', index),
        user_id,
        recipient,
        subject: mail.subject,
        text: isSent ? '' : mail.text,
        html: isSent ? '' : mail.html,
        created_at,
        due_at: isWaiting ? now : null,
        attempts: isWaiting ? 0 : 1,
        sent_at: isSent ? created_at + 1_000 : null,
        last_error: isFailed ? 'Mailbox unavailable' : null,
      }
    }),
  )
}
