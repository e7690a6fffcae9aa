import { z } from 'zod'
import { email } from './auth.ts'
import { CONTACT_TOPICS } from './values.ts'

export const contactMessage = z.strictObject({
  topic: z.enum(CONTACT_TOPICS).default('contact'),
  firstName: z.string().trim().min(1, 'Please enter your first name.').max(80),
  lastName: z.string().trim().min(1, 'Please enter your last name.').max(80),
  email,
  message: z.string().trim().min(1, 'Please enter a message.').max(5_000),
  company: z.string().trim().max(120).optional(),
})
export type ContactMessage = z.input<typeof contactMessage>

/** A page view in the shape of the Plausible events API. */
export const pageView = z.strictObject({
  name: z.literal('pageview'),
  url: z.string().max(2_000),
  referrer: z.string().max(2_000).nullish(),
  domain: z.string().max(253),
})
export type PageView = z.input<typeof pageView>
