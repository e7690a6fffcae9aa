import { hash, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { contactRequest } from '#src/contract/contact.ts'
import { ACKNOWLEDGE_HOURS, SETTLE_DAYS } from '#src/contract/values.ts'
import {
  appointmentMessages,
  formatAppointment,
  validateAppointmentDay,
} from '#src/rules/appointment.ts'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { toIso, toIsoOrNull } from '#src/rules/dates.ts'
import { messageStateMessages } from '#src/rules/messages/message-state.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import { assertKey, usedElsewhere } from '../../core/http/idempotency.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { enqueueAccountMail, enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { createReferenceNumber } from '../../core/reference-number.ts'
import { findVerifiedUser } from '../users/queries.ts'
import { contactMail, messageReceivedMail } from './contact-mail.ts'
import { findContactMessage, findSentMessage, insertContactMessage } from './queries.ts'
import type { ContactMessageRow } from './tables.ts'

/** Contact messages of one subnet: a mobile network has thousands of people behind one address. */
const MESSAGES_PER_SUBNET: RateLimit = { name: 'contact-subnet', limit: 100, windowMinutes: 60 }
/** Contact messages from one address. */
const MESSAGES_PER_EMAIL: RateLimit = { name: 'contact-email', limit: 5, windowMinutes: 60 }
/** Look-ups of the state of a message by one subnet. */
const LOOKUPS_PER_SUBNET: RateLimit = { name: 'contact-state', limit: 200, windowMinutes: 15 }
/** Look-ups of the state of messages of one address. */
const LOOKUPS_PER_EMAIL: RateLimit = { name: 'contact-state-email', limit: 20, windowMinutes: 15 }

/**
 * Returns the message for the team, with the appointment at its start.
 * @throws HttpError 400 for a day without appointments.
 */
function toTicket(
  body: z.output<typeof contactRequest>,
  now: number,
): { subject: string; message: string } {
  const { message, appointment } = body
  if (!appointment) return { subject: body.subject ?? '', message }
  const error = validateAppointmentDay(appointment.day, now)
  if (error) throw new HttpError(400, error, { field: 'appointment.day' })
  return {
    subject: appointmentMessages.subject,
    message: `${formatAppointment(appointment)}\n\n${message}`,
  }
}

/**
 * Returns an id that is equal for a repeat. It is derived from the key and the address, because
 * keys of two visitors may be equal.
 */
function toMessageId(email: string, key: string | undefined): string {
  if (key === undefined) return randomUUID()
  assertKey(key)
  return hash('sha256', `${email}\n${key}`, 'base64url')
}

/** @throws HttpError 422 if the key was used for another message. */
function toAnswer(sent: Pick<ContactMessageRow, 'number' | 'message'>, message: string) {
  const { number } = sent
  if (message !== sent.message) throw usedElsewhere()
  return { success: true as const, message: 'Thank you. We will write to you soon.', number }
}

/**
 * Stores messages of the contact and partner forms and sends them to MAIL_TO. Also returns their
 * state to the senders.
 */
export const contactHandlers = (deps: Deps) =>
  ({
    'POST /contact': async ({ body, c }) => {
      const now = deps.now()
      const { subject, message } = toTicket(body, now)
      const { appointment } = body
      const messageId = toMessageId(body.email, c.req.header('idempotency-key'))
      const sent = await findContactMessage(deps.db, messageId)
      if (sent) return toAnswer(sent, message)
      await consume(deps, MESSAGES_PER_EMAIL, body.email)
      await consume(deps, MESSAGES_PER_SUBNET, clientSubnet(clientAddress(c, deps.env)))
      const number = createReferenceNumber('KT')
      const isNew = await deps.db.transaction().execute(async (db) => {
        const inserted = await insertContactMessage(db, {
          id: messageId,
          number,
          topic: body.topic,
          first_name: body.firstName,
          last_name: body.lastName,
          email: body.email,
          company: body.company ?? '',
          subject,
          order_number: body.orderNumber ?? '',
          message,
          created_at: now,
          last_message_at: now,
          state: 'new',
          acknowledged_at: null,
          settled_at: null,
          note: '',
          owner_id: null,
          appointment_day: appointment?.day ?? null,
          appointment_hour: appointment?.hour ?? null,
          appointment_way: appointment?.way ?? null,
          appointment_piece: appointment?.piece ?? null,
          appointment_phone: appointment?.phone ?? null,
        })
        if (!inserted) return false
        // The user id lets the deletion of the sender's account delete a waiting mail too.
        const id = (await findVerifiedUser(db, body.email))?.id
        await enqueueMail(
          deps,
          db,
          { to: deps.env.MAIL_TO, userId: id, now },
          contactMail({ ...body, subject, message }, number),
        )
        const sender = { id, email: body.email, kind: 'message-received' } as const
        await enqueueAccountMail(deps, db, sender, () => messageReceivedMail(deps.env, number))
        return true
      })
      // A simultaneous repeat was faster.
      const other = isNew ? undefined : await findContactMessage(deps.db, messageId)
      return toAnswer(other ?? { number, message }, message)
    },
    // The answer is the same for an unknown number and for a number of another person.
    'POST /contact/state': async ({ body, c }) => {
      await consume(deps, LOOKUPS_PER_EMAIL, body.email)
      await consume(deps, LOOKUPS_PER_SUBNET, clientSubnet(clientAddress(c, deps.env)))
      const message = await findSentMessage(deps.db, body.number, body.email)
      if (!message) throw new HttpError(404, messageStateMessages.unknown)
      const { number, state, created_at, acknowledged_at, settled_at, replied_at } = message
      return {
        success: true,
        message: messageStateMessages[state],
        number,
        state,
        receivedAt: toIso(created_at),
        acknowledgedAt: toIsoOrNull(acknowledged_at),
        acknowledgeBy: toIso(created_at + ACKNOWLEDGE_HOURS * HOUR_MS),
        settledAt: toIsoOrNull(settled_at),
        settleBy: toIso(created_at + SETTLE_DAYS * DAY_MS),
        repliedAt: toIsoOrNull(replied_at),
      }
    },
  }) satisfies Partial<Handlers>
