import type { z } from 'zod'
import type { contactRequest } from '#src/contract/contact.ts'
import type { MailDraft } from '../../core/mail/compose-mail.ts'
import { toSingleLine } from '../../core/mail/render-mail.ts'

/** A message of the contact or partner form, to the shop. */
export function contactMail(body: z.output<typeof contactRequest>): MailDraft {
  const { topic, firstName, lastName, email, company, subject, orderNumber, message } = body
  const sender = [
    `From: ${toSingleLine(`${firstName} ${lastName}`)}`,
    `Email: ${email}`,
    ...(company ? [`Company: ${toSingleLine(company)}`] : []),
    ...(subject ? [`About: ${subject}`] : []),
    ...(orderNumber ? [`Order: ${toSingleLine(orderNumber)}`] : []),
  ]
  return { kind: `mail-${topic}`, values: {}, sender: sender.join('\n'), message }
}
