import { randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { clientAddress, clientSubnet } from '../http/client-address.ts'
import type { Handlers } from '../http/mount.ts'
import { consume, type RateLimit } from '../http/rate-limit.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { contactMail } from './contact-mail.ts'

const MESSAGES_PER_SUBNET: RateLimit = { name: 'contact-subnet', limit: 5, windowMinutes: 60 }
const MESSAGES_PER_EMAIL: RateLimit = { name: 'contact-email', limit: 5, windowMinutes: 60 }

/** Messages of the contact and the partner form: kept, and mailed to the house. */
export const contactHandlers = (deps: Deps): Pick<Handlers, 'POST /contact'> => ({
  'POST /contact': async ({ body, c }) => {
    await consume(deps, MESSAGES_PER_SUBNET, clientSubnet(clientAddress(c, deps.env)))
    await consume(deps, MESSAGES_PER_EMAIL, body.email)
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
      await enqueueMail(db, deps.env.MAIL_TO, contactMail(body), now)
    })
    return { success: true, message: 'Thank you. We will write to you soon.' }
  },
})
