import { randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { clientAddress, household } from '../http/client-address.ts'
import { type Budget, spend } from '../http/limits.ts'
import type { Handlers } from '../http/mount.ts'
import { enqueue } from '../mail/enqueue.ts'
import { mailOf } from '../mail/template.ts'
import { contactLetter } from './letter.ts'

const MESSAGES_FROM_HOUSEHOLD: Budget = { name: 'contact-from', most: 5, minutes: 60 }
const MESSAGES_OF_ADDRESS: Budget = { name: 'contact-of', most: 5, minutes: 60 }

/** Messages of the contact and the partner form: kept, and mailed to the house. */
export const contactHandlers = (deps: Deps): Pick<Handlers, 'POST /contact'> => ({
  'POST /contact': async ({ body, c }) => {
    await spend(deps, MESSAGES_FROM_HOUSEHOLD, household(clientAddress(c, deps.env)))
    await spend(deps, MESSAGES_OF_ADDRESS, body.email)
    const now = deps.now()
    await deps.db.transaction().execute(async (db) => {
      await db
        .insertInto('contact_message')
        .values({
          id: randomUUID(),
          topic: body.topic,
          first_name: body.firstName,
          last_name: body.lastName,
          email: body.email,
          company: body.company ?? '',
          message: body.message,
          created_at: now,
        })
        .execute()
      await enqueue(db, mailOf(deps.env.MAIL_TO, contactLetter(body)), now)
    })
    return { success: true, message: 'Thank you. We will write to you soon.' }
  },
})
