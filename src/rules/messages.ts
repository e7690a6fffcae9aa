import { accountMessages } from './messages/account.ts'
import { contactMessages } from './messages/contact.ts'
import { pageMessages } from './messages/pages.ts'
import { shopMessages } from './messages/shop.ts'

/**
 * Every sentence of the error catalogue, verbatim (spec §8). For the server and for tests: what
 * runs in a browser imports the part it needs, so that no page carries the others' words.
 */
export const messages = {
  ...shopMessages,
  ...pageMessages,
  ...accountMessages,
  ...contactMessages,
} as const
