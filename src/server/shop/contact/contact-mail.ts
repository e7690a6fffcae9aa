import type { z } from 'zod'
import type { contactRequest } from '#src/contract/contact.ts'
import { messageStatePath } from '#src/rules/message-state-path.ts'
import { getSiteUrl, type ServerEnv } from '../../core/env.ts'
import type { MailDraft } from '../../core/mail/compose-mail.ts'
import { toSingleLine } from '../../core/mail/render-mail.ts'

/** Composes the mail to the shop for a message of the contact or partner form. */
export function contactMail(
  body: Omit<z.output<typeof contactRequest>, 'subject'> & { subject?: string | undefined },
  number: string,
): MailDraft {
  const { topic, firstName, lastName, email, company, subject, orderNumber, message } = body
  const sender = [
    `Number: ${number}`,
    `From: ${toSingleLine(`${firstName} ${lastName}`)}`,
    `Email: ${email}`,
    ...(company ? [`Company: ${toSingleLine(company)}`] : []),
    ...(subject ? [`About: ${subject}`] : []),
    ...(orderNumber ? [`Order: ${toSingleLine(orderNumber)}`] : []),
  ]
  return { kind: `mail-${topic}`, values: {}, sender: sender.join('\n'), message }
}

/**
 * Composes the mail with the number of a message. It contains neither name nor message, because the
 * given address may belong to a stranger.
 */
export const messageReceivedMail = (env: ServerEnv, number: string): MailDraft => ({
  kind: 'mail-message-received',
  values: { number },
  url: new URL(messageStatePath(number), getSiteUrl(env)).href,
})
