import { contactMessages } from './contact.ts'
import { accountMessages } from './messages/account.ts'
import { pageMessages } from './messages/pages.ts'
import { reviewMessages } from './messages/reviews.ts'
import { shopMessages } from './messages/shop.ts'

/**
 * The texts of spec §8, verbatim, and those beside them that several places use. For the server and
 * tests: browser code imports the part it needs, so that no page carries the others.
 */
export const messages = {
  ...shopMessages,
  ...pageMessages,
  ...accountMessages,
  ...contactMessages,
  ...reviewMessages,
} as const
