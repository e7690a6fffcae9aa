import { createTransport } from 'nodemailer'
import type { OutboxRow } from '../db/schema.ts'
import type { ServerEnv } from '../env.ts'

/** Longest waits for the mail server, in milliseconds. */
const CONNECT_MS = 5_000
const SILENCE_MS = 20_000

export interface MailTransport {
  send(mail: OutboxRow): Promise<void>
  close(): void
}

/** The mail server that SMTP_URL names. */
export function createMailTransport(url: string, { MAIL_FROM }: ServerEnv): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, recipient, subject, text, html }) {
      // The same mail sent twice, after a crash between sending and noting it, is known by its id.
      const messageId = `<${id}@${hostOf(MAIL_FROM)}>`
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await transport.sendMail({
        from: MAIL_FROM,
        to: recipient,
        subject,
        text,
        html,
        messageId,
        headers,
      })
    },
    close: () => transport.close(),
  }
}

const hostOf = (from: string): string => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
