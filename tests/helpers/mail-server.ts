import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listen } from './http-server.ts'

/** An SMTP server on 127.0.0.1 that records the mails it receives. */
export interface MailServer extends AsyncDisposable {
  url: string
  mails: { from: string; to: string[]; mail: Email }[]
}

export interface MailServerOptions {
  /** The response to every recipient; accepts them by default. */
  rejection?: { code: number; message: string }
}

export async function startMailServer({ rejection }: MailServerOptions = {}): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, callback) {
      if (!rejection) return callback()
      return callback(Object.assign(new Error(rejection.message), { responseCode: rejection.code }))
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
  const port = await listen(server.server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
