import { z } from 'zod'
import { email } from './auth.ts'
import { lines, singleLine } from './texts.ts'
import { CONTACT_LIMITS, CONTACT_SUBJECTS, CONTACT_TOPICS, PAGE_VIEW_URL_LENGTH } from './values.ts'

export const contactRequest = z.strictObject({
  topic: z.enum(CONTACT_TOPICS).default('contact'),
  firstName: singleLine(CONTACT_LIMITS.name).min(1, 'Please enter your first name.'),
  lastName: singleLine(CONTACT_LIMITS.name).min(1, 'Please enter your last name.'),
  email,
  message: lines(CONTACT_LIMITS.message).min(1, 'Please enter a message.'),
  company: singleLine(CONTACT_LIMITS.company).optional(),
  subject: z.enum(CONTACT_SUBJECTS).optional(),
  orderNumber: singleLine(CONTACT_LIMITS.orderNumber).optional(),
})
export type ContactRequest = z.input<typeof contactRequest>

/** A page view in the shape of the Plausible events API. Longer addresses are cut by the browser. */
export const pageViewRequest = z.strictObject({
  name: z.literal('pageview'),
  url: z.string().max(PAGE_VIEW_URL_LENGTH),
  referrer: z.string().max(PAGE_VIEW_URL_LENGTH).nullish(),
  domain: z.string().max(PAGE_VIEW_URL_LENGTH),
})
export type PageViewRequest = z.input<typeof pageViewRequest>
