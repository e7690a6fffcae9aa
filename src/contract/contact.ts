import { z } from 'zod'
import { email } from './auth.ts'
import { successResponse } from './endpoint.ts'
import {
  ACCOUNT_LIMITS,
  APPOINTMENT_HOURS,
  APPOINTMENT_WAYS,
  CONTACT_LIMITS,
  CONTACT_SUBJECTS,
  CONTACT_TOPICS,
} from './form-limits.ts'
import { lines, singleLine } from './texts.ts'
import { CONTACT_STATES, MESSAGE_NUMBER_PATTERN, PAGE_VIEW_URL_LENGTH } from './values.ts'

const appointment = z.strictObject({
  way: z.enum(APPOINTMENT_WAYS),
  /** In India. */
  day: z.iso.date(),
  hour: z.int().min(APPOINTMENT_HOURS.first).max(APPOINTMENT_HOURS.last),
  /** Title of the product in question. */
  piece: singleLine(CONTACT_LIMITS.company).optional(),
  phone: singleLine(ACCOUNT_LIMITS.phone).optional(),
})

export const contactRequest = z.strictObject({
  topic: z.enum(CONTACT_TOPICS).default('contact'),
  firstName: singleLine(CONTACT_LIMITS.name).min(1, 'Please enter your first name.'),
  lastName: singleLine(CONTACT_LIMITS.name).min(1, 'Please enter your last name.'),
  email,
  message: lines(CONTACT_LIMITS.message).min(1, 'Please enter a message.'),
  company: singleLine(CONTACT_LIMITS.company).optional(),
  subject: z.enum(CONTACT_SUBJECTS).optional(),
  orderNumber: singleLine(CONTACT_LIMITS.orderNumber).optional(),
  /** Inserted before the message, instead of a subject. */
  appointment: appointment.optional(),
})
export type ContactRequest = z.input<typeof contactRequest>
/** The sender quotes `number`, and uses it to look up the state. */
export const contactResponse = successResponse.extend({ number: z.string() })

/** The number as a person may type it, e.g. in lower case, with spaces or without its hyphen. */
export const messageNumber = z
  .string()
  .max(40)
  .transform((typed) => typed.toUpperCase().replace(/[\s-]/g, '').replace(/^KT/, 'KT-'))
  .pipe(
    z
      .string()
      .regex(
        MESSAGE_NUMBER_PATTERN,
        'Please enter the number of your message, such as KT-7F3K9QXM.',
      ),
  )

export const messageStateRequest = z.strictObject({ number: messageNumber, email })
export type MessageStateRequest = z.input<typeof messageStateRequest>

const time = z.iso.datetime()
export const messageStateResponse = successResponse.extend({
  number: z.string(),
  state: z.enum(CONTACT_STATES),
  receivedAt: time,
  /** Time of the first action by the team, and its deadline. */
  acknowledgedAt: time.nullable(),
  acknowledgeBy: time,
  /** Time of settlement, and its deadline. */
  settledAt: time.nullable(),
  settleBy: time,
  repliedAt: time.nullable(),
})
export type MessageState = z.output<typeof messageStateResponse>

/** A page view in the shape of the Plausible events API. The browser shortens longer addresses. */
export const pageViewRequest = z.strictObject({
  name: z.literal('pageview'),
  url: z.string().max(PAGE_VIEW_URL_LENGTH),
  referrer: z.string().max(PAGE_VIEW_URL_LENGTH).nullish(),
  domain: z.string().max(PAGE_VIEW_URL_LENGTH),
})
export type PageViewRequest = z.input<typeof pageViewRequest>
