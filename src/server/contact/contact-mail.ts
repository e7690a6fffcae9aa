import type { z } from 'zod'
import type { contactRequest } from '#src/contract/contact.ts'
import type { ContactTopic } from '#src/contract/values.ts'
import { type MailContent, toSingleLine } from '../mail/render-mail.ts'

/** Fixed sentences: nothing that a visitor writes gets into a header. */
const SUBJECTS: Record<ContactTopic, string> = {
  contact: 'A message from the contact form',
  partner: 'A message from the partner form',
}

export function contactMail(body: z.output<typeof contactRequest>): MailContent {
  const { topic, firstName, lastName, email, company, message } = body
  const facts = [
    `From: ${toSingleLine(`${firstName} ${lastName}`)}`,
    `Email: ${email}`,
    ...(company ? [`Company: ${toSingleLine(company)}`] : []),
  ]
  return {
    subject: SUBJECTS[topic],
    greeting: facts.join('\n'),
    paragraphs: [message],
    outro: 'Please answer to the address above, not to this mail.',
  }
}
