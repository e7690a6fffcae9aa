import { z } from 'zod'
import { optionalCode } from './account.ts'
import { email } from './auth.ts'
import { orderCounts, orderFigures } from './editor-orders.ts'
import { ACCOUNT_LIMITS, APPOINTMENT_WAYS, CONTACT_LIMITS, CONTACT_TOPICS } from './form-limits.ts'
import { singleLine } from './texts.ts'
import { AUDIT_ACTIONS, CONTACT_STATES, ROLES, STAFF_ROLES } from './values.ts'

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
      /** Number of signed-in devices. */
      sessions: z.int(),
      lastSeenAt: time.nullable(),
      /** Whether this is the caller. */
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

export const auditQuery = z.object({
  /** Words of the person or of what was done, in the newest 2,000 entries. */
  search: z.string().trim().max(200).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** The id of a member of the staff. */
  actor: z.string().max(100).optional(),
  page,
})

/** A part of a subject, with the page of the studio that it leads to. */
const auditPart = z.object({ text: z.string(), to: z.string().optional() })
export type AuditPart = z.output<typeof auditPart>

export const auditResponse = z.object({
  /** Newest first. */
  entries: z.array(
    z.object({
      id: z.string(),
      at: time,
      /** Name of the person; empty if the account is deleted. */
      by: z.string(),
      action: z.string(),
      subject: z.string(),
      /** The subject in parts, for its links. */
      parts: z.array(auditPart),
    }),
  ),
  pageCount: z.int(),
})

const token = z.string().min(1).max(200)

export const invitationRequest = z.strictObject({ token })
export const invitationResponse = z.object({
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  /** Whether an account with this address exists. It keeps its name and password. */
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
  /** Only messages that missed a legal deadline, oldest first. */
  overdue: z.literal('true').optional(),
  /** Only messages that the caller is in charge of. */
  mine: z.literal('true').optional(),
  /** Only appointments of the seven days from this one on, in their order. */
  week: z.iso.date().optional(),
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
      /** As it was typed. */
      orderNumber: z.string(),
      /** The order with this number; null without one. It may be of another address than the sender's. */
      order: z.object({ number: z.string(), isOfSender: z.boolean() }).nullable(),
      message: z.string(),
      /** As the sender asks for it. `day` is in India; `piece` and `phone` are empty if not given. */
      appointment: z
        .object({
          way: z.enum(APPOINTMENT_WAYS),
          day: z.iso.date(),
          hour: z.int(),
          piece: z.string(),
          phone: z.string(),
        })
        .nullable(),
      at: time,
      state: z.enum(CONTACT_STATES),
      /** Time of the first action by the team, and time of settlement. */
      acknowledgedAt: time.nullable(),
      settledAt: time.nullable(),
      note: z.string(),
      /** In the order in which they were mailed. */
      replies: z.array(z.object({ text: z.string(), author: z.string(), at: time })),
      /** The member of the staff in charge of the message. */
      owner: z.object({ name: z.string(), isCaller: z.boolean() }).nullable(),
    }),
  ),
  /** Texts to insert into a reply. Only what differs between messages is still in braces. */
  answers: z.array(z.object({ title: z.string(), text: z.string() })),
  total: z.int(),
  pageCount: z.int(),
})
export const messageChangeRequest = z.strictObject({
  state: z.enum(CONTACT_STATES).optional(),
  note: z.string().trim().max(CONTACT_LIMITS.note).optional(),
  /** Whether the caller, or no one, is in charge of it from now on. */
  isMine: z.boolean().optional(),
})
export const messageReplyRequest = z.strictObject({
  text: z.string().trim().min(1, 'Please enter a reply.').max(CONTACT_LIMITS.message),
})

/** The mail of a reply, as it would be sent now. */
export const replyPreviewResponse = z.object({ subject: z.string(), html: z.string() })

/** Products that need attention. The first ten are listed. */
const attention = z.object({
  count: z.int(),
  products: z.array(z.object({ id: z.string(), slug: z.string(), title: z.string() })),
})

/** Numbers of the menu: tasks that wait for the team. */
export const waitingResponse = z.object({
  /** New messages. */
  messages: z.int(),
  reviews: z.int(),
  /** Orders by state, and orders that wait for staff. */
  orders: orderCounts,
})

export const dashboardResponse = z.object({
  lowStock: attention,
  soldOut: attention,
  noPicture: attention,
  missingAlt: attention,
  /** Products with a related product that is not on sale. */
  brokenRelated: attention,
  unpublished: attention,
  /** Mails that could not be delivered yet. */
  failedMails: z.int(),
  /** `overdue` counts messages that missed a legal deadline. */
  messages: z.object({ new: z.int(), open: z.int(), overdue: z.int() }),
  /** Orders by state, and orders that wait for staff. */
  orders: orderCounts,
  orderFigures,
  /** Reviews that wait for a decision. */
  pendingReviews: z.int(),
  /** Launches that did not start on time, with the reason. */
  missedLaunches: z.array(z.object({ id: z.string(), name: z.string(), message: z.string() })),
  /** Links of menus and texts that lead to no page of the shop, with their records. */
  brokenLinks: z.array(
    z.object({ id: z.string(), title: z.string(), label: z.string(), href: z.string() }),
  ),
  /** SKUs and barcodes that two products share, which earlier releases allowed. */
  doubledCodes: z.array(z.object({ id: z.string(), title: z.string(), code: z.string() })),
  /** Records with stored fields that break a current rule. Pages show the default text instead. `stored` is the start of the value. */
  replacedTexts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      fields: z.array(z.object({ label: z.string(), stored: z.string() })),
    }),
  ),
  scheduled: z.int(),
  pageViews: z.object({
    /** The last 30 days in UTC, oldest first, including days without views. */
    days: z.array(z.object({ day: z.string(), views: z.int() })),
    total: z.int(),
    /** The 20 most viewed pages and products. */
    pages: z.array(z.object({ path: z.string(), views: z.int() })),
    products: z.array(
      z.object({
        /** Path of its current page; empty if it has none. */
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
  /** Base32, for manual input. */
  secret: z.string(),
  /** `otpauth://` address, for a QR code. */
  uri: z.string(),
})
export const secondFactorCodeRequest = z.strictObject({ code: z.string().trim().min(1).max(40) })
/** Shown only once. */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) })
