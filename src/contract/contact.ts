import { z } from 'zod'
import { email } from './auth.ts'
import { CONTACT_LIMITS, CONTACT_TOPICS } from './values.ts'

export const contactRequest = z.strictObject({
  topic: z.enum(CONTACT_TOPICS).default('contact'),
  firstName: z.string().trim().min(1, 'Please enter your first name.').max(CONTACT_LIMITS.name),
  lastName: z.string().trim().min(1, 'Please enter your last name.').max(CONTACT_LIMITS.name),
  email,
  message: z.string().trim().min(1, 'Please enter a message.').max(CONTACT_LIMITS.message),
  company: z.string().trim().max(CONTACT_LIMITS.company).optional(),
})
export type ContactRequest = z.input<typeof contactRequest>

/** A page view in the shape of the Plausible events API. */
export const pageViewRequest = z.strictObject({
  name: z.literal('pageview'),
  url: z.string().max(2_000),
  referrer: z.string().max(2_000).nullish(),
  domain: z.string().max(253),
})
export type PageViewRequest = z.input<typeof pageViewRequest>
