import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listen } from './http-server.ts'

/** An SMTP server on 127.0.0.1 that records the mails it receives. */
export interface MailServer extends AsyncDisposable {
  url: string
  mails: { from: string; to: string[]; mail: Email }[]
  /** The response to every recipient, which a test may set; accepts them by default. */
  rejection?: { code: number; message: string }
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, callback) {
      const { code, message } = opened.rejection ?? {}
      callback(code ? Object.assign(new Error(message), { responseCode: code }) : null)
    },
    async onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
      mails.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        mail: await PostalMime.parse(await buffer(stream)),
      })
      callback()
    },
  })
  server.on('error', () => {})
  const opened: MailServer = {
    url: `smtp://127.0.0.1:${await listen(server.server)}`,
    mails,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return opened
}
