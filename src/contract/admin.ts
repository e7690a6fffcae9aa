import { z } from 'zod'
import { optionalCode } from './account.ts'
import { email } from './auth.ts'
import { orderCounts } from './editor-orders.ts'
import { ACCOUNT_LIMITS, CONTACT_LIMITS, CONTACT_TOPICS } from './form-limits.ts'
import { singleLine } from './texts.ts'
import { CONTACT_STATES, ROLES, STAFF_ROLES } from './values.ts'

const time = z.iso.datetime()
const page = z.coerce.number().int().min(1).max(10_000).default(1)

export const staffResponse = z.object({
  staff: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(STAFF_ROLES),
      hasSecondFactor: z.boolean(),
      /** Number of devices that are signed in. */
      sessions: z.int(),
      lastSeenAt: time.nullable(),
      /** The admin who asks. */
      isSelf: z.boolean(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      role: z.enum(STAFF_ROLES),
      invitedBy: z.string(),
      createdAt: time,
      expiresAt: time,
    }),
  ),
  /** Whether editors and admins need a second factor (STAFF_SECOND_FACTOR). */
  secondFactorRequired: z.boolean(),
})

/** `customer` removes a person from the staff. */
export const changeRoleRequest = z.strictObject({ role: z.enum(ROLES) })

export const inviteRequest = z.strictObject({ email, role: z.enum(STAFF_ROLES) })

export const auditQuery = z.object({ page })
export const auditResponse = z.object({
  /** The newest first. */
  entries: z.array(
    z.object({
      id: z.string(),
      at: time,
      /** Name of the person; empty when the account is deleted. */
      by: z.string(),
      action: z.string(),
      subject: z.string(),
    }),
  ),
  pageCount: z.int(),
})

const token = z.string().min(1).max(200)

export const invitationRequest = z.strictObject({ token })
export const invitationResponse = z.object({
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  /** An account with this address exists: it keeps its name and password. */
  hasAccount: z.boolean(),
})

export const acceptInvitationRequest = z.strictObject({
  token,
  /** For a new account. */
  name: singleLine(ACCOUNT_LIMITS.name).optional(),
  password: z.string().max(1024).optional(),
})

export const messagesQuery = z.object({
  state: z.enum(CONTACT_STATES).optional(),
  topic: z.enum(CONTACT_TOPICS).optional(),
  /** Only what is not acknowledged, or not settled, in the time that the law gives; the oldest first. */
  overdue: z.literal('true').optional(),
  /** A number, or the email address of a sender. */
  search: z.string().trim().max(254).optional(),
  page,
})
export const messagesResponse = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      topic: z.enum(CONTACT_TOPICS),
      name: z.string(),
      email: z.string(),
      company: z.string(),
      subject: z.string(),
      orderNumber: z.string(),
      message: z.string(),
      at: time,
      state: z.enum(CONTACT_STATES),
      /** When the team first took it up, and when it was settled. */
      acknowledgedAt: time.nullable(),
      settledAt: time.nullable(),
      /** For the team. */
      note: z.string(),
      /** In the order in which they were mailed. */
      replies: z.array(z.object({ text: z.string(), author: z.string(), at: time })),
    }),
  ),
  total: z.int(),
  pageCount: z.int(),
})
export const messageChangeRequest = z.strictObject({
  state: z.enum(CONTACT_STATES).optional(),
  note: z.string().trim().max(CONTACT_LIMITS.note).optional(),
})
export const messageReplyRequest = z.strictObject({
  text: z.string().trim().min(1, 'Please enter a reply.').max(CONTACT_LIMITS.message),
})

/** Products that need attention; the first ten are named. */
const attention = z.object({
  count: z.int(),
  products: z.array(z.object({ id: z.string(), slug: z.string(), title: z.string() })),
})

/** What waits for the team, for the numbers of the menu. */
export const waitingResponse = z.object({
  /** Messages that nobody has taken up. */
  messages: z.int(),
  reviews: z.int(),
  /** Orders by state, and those that wait for the staff. */
  orders: orderCounts,
})

export const dashboardResponse = z.object({
  lowStock: attention,
  soldOut: attention,
  noPicture: attention,
  missingAlt: attention,
  /** Products that name a related product which is not on sale. */
  brokenRelated: attention,
  unpublished: attention,
  /** Mails that could not be delivered so far. */
  failedMails: z.int(),
  /** `overdue` counts what is not acknowledged, or not settled, in the time that the law gives. */
  messages: z.object({ new: z.int(), open: z.int(), overdue: z.int() }),
  /** Orders by state, and those that wait for the staff. */
  orders: orderCounts,
  /** Reviews that wait for a decision. */
  pendingReviews: z.int(),
  /**
   * Records with fields of an earlier release that break a rule of this one: pages show the text that comes with the
   * shop there. `stored` is the beginning of what is not shown.
   */
  /** Launches that did not start at their time, with the reason. */
  missedLaunches: z.array(z.object({ id: z.string(), name: z.string(), message: z.string() })),
  /** Links of menus and texts that lead to no page of the shop, with their records. */
  brokenLinks: z.array(
    z.object({ id: z.string(), title: z.string(), label: z.string(), href: z.string() }),
  ),
  /** SKUs and barcodes that another piece has, too, from before they were of one piece. */
  doubledCodes: z.array(z.object({ id: z.string(), title: z.string(), code: z.string() })),
  replacedTexts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      fields: z.array(z.object({ label: z.string(), stored: z.string() })),
    }),
  ),
  scheduled: z.int(),
  pageViews: z.object({
    /** The last 30 days in UTC, the oldest first, also days without a view. */
    days: z.array(z.object({ day: z.string(), views: z.int() })),
    total: z.int(),
    /** The 20 pages and the 20 products that were seen most. */
    pages: z.array(z.object({ path: z.string(), views: z.int() })),
    products: z.array(
      z.object({
        /** The path of its page of now; empty where it has none. */
        path: z.string(),
        title: z.string(),
        views: z.int(),
      }),
    ),
  }),
})

export const secondFactorResponse = z.object({
  isEnabled: z.boolean(),
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
})
export const secondFactorPasswordRequest = z.strictObject({ password: z.string().max(1024) })
export const secondFactorChangeRequest = secondFactorPasswordRequest.extend({ code: optionalCode })
export const secondFactorSetupResponse = z.object({
  /** Base32, for typing it. */
  secret: z.string(),
  /** `otpauth://` address, for a QR code. */
  uri: z.string(),
})
export const secondFactorCodeRequest = z.strictObject({ code: z.string().trim().min(1).max(40) })
/** Shown once. */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) })
