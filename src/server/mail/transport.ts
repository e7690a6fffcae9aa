import { createTransport } from 'nodemailer'
import type { OutboxRow } from '../db/schema.ts'
import type { ServerEnv } from '../env.ts'

const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 20_000

export interface MailTransport {
  send(mail: OutboxRow): Promise<void>
  /** Connects and signs in without sending. Rejects when the server refuses. */
  verify(): Promise<void>
  close(): void
}

/** Creates the connection to the mail server of SMTP_URL. */
export function createMailTransport(url: string, { MAIL_FROM }: ServerEnv): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, recipient, subject, text, html }) {
      // Servers drop a duplicate by its id: a crash after sending makes the outbox send it again.
      const messageId = `<${id}@${getHost(MAIL_FROM)}>`
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
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

const getHost = (from: string): string => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
