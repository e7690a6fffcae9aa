import { randomUUID } from 'node:crypto'
import type { Deps } from '../../core/deps.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { findVerifiedUser } from '../users/queries.ts'
import { contactMail } from './contact-mail.ts'
import { insertContactMessage } from './queries.ts'

/** Contact messages of one subnet. */
const MESSAGES_PER_SUBNET: RateLimit = { name: 'contact-subnet', limit: 5, windowMinutes: 60 }
/** Contact messages from one address. */
const MESSAGES_PER_EMAIL: RateLimit = { name: 'contact-email', limit: 5, windowMinutes: 60 }

/** Stores messages of the contact and partner forms and sends them to MAIL_TO. */
export const contactHandlers = (deps: Deps) =>
  ({
    'POST /contact': async ({ body, c }) => {
      await consume(deps, MESSAGES_PER_SUBNET, clientSubnet(clientAddress(c, deps.env)))
      await consume(deps, MESSAGES_PER_EMAIL, body.email)
      const now = deps.now()
      await deps.db.transaction().execute(async (db) => {
        await insertContactMessage(db, {
          id: randomUUID(),
          topic: body.topic,
          first_name: body.firstName,
          last_name: body.lastName,
          email: body.email,
          company: body.company ?? '',
          subject: body.subject ?? '',
          order_number: body.orderNumber ?? '',
          message: body.message,
          created_at: now,
          last_message_at: now,
          state: 'new',
          note: '',
        })
        // With the account of its sender, a mail that waits is deleted, too.
        const userId = (await findVerifiedUser(db, body.email))?.id
        await enqueueMail(deps, db, { to: deps.env.MAIL_TO, userId, now }, contactMail(body))
      })
      return { success: true, message: 'Thank you. We will write to you soon.' }
    },
  }) satisfies Partial<Handlers>
