import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '#src/rules/constants.ts'
import type { Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import type { Job, OpenJob } from '../job.ts'
import { listDueMails, makeMailsDue, updateUnsentMail } from './queries.ts'
import type { OutboxRow } from './tables.ts'

const BATCH_SIZE = 10
/** Time after which another process takes a mail again, e.g. after a crash. */
const LEASE_MS = 2 * MINUTE_MS
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 30 * MINUTE_MS
/** Age at which an unsent mail is not tried again. */
const MAX_AGE_MS = 14 * DAY_MS
/** The same limit for a mail with a token, which has expired by then. */
const MAX_TOKEN_AGE_MS = 3 * DAY_MS
/** Longest time that a shutdown waits for mails. */
const STOP_MS = 2_000

export interface Outbox extends OpenJob {
  /** Tries every unsent mail immediately, also those that wait for a retry. */
  flush(): Promise<void>
  /** Takes no more mails, and waits for those in progress, for 2 s at most. */
  close(): Promise<void>
}

/** Sends the mails of the outbox. Without SMTP_URL they stay in the database. */
export function openOutbox(deps: Deps): Outbox {
  const { env, db, now } = deps
  const nothing = async () => {}
  if (!env.SMTP_URL) return { run: nothing, flush: nothing, close: nothing }
  const transport = createMailTransport(env.SMTP_URL, env)
  const stopping = new AbortController()
  let last: Promise<void> = Promise.resolve()
  const run = () => {
    last = last.catch(nothing).then(() => sendDueMails(deps, transport, stopping.signal))
    return last
  }
  return {
    run,
    async flush() {
      await makeMailsDue(db, now())
      await run()
    },
    async close() {
      stopping.abort()
      // An interrupted mail is sent again when its lease ends.
      await Promise.race([last.catch(nothing), sleep(STOP_MS, undefined, { ref: false })])
      await transport.close()
    },
  }
}

export const mailJob: Job = {
  name: 'mails',
  process: 'shop',
  task: 'sends the mails of the outbox',
  intervalMs: 1_000,
  bound: `${BATCH_SIZE} mails`,
  tables: ['outbox'],
  open: openOutbox,
}

async function sendDueMails(
  deps: Deps,
  transport: MailTransport,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const mails = await claimDueMails(deps)
    await Promise.all(mails.map((mail) => sendMail(deps, transport, mail)))
    if (mails.length < BATCH_SIZE) return
  }
}

/** Takes due mails for the time of a lease, so that no other process sends them, too. */
async function claimDueMails(deps: Deps): Promise<OutboxRow[]> {
  const { db, now } = deps
  const createdAfter = now() - MAX_AGE_MS
  const due = await listDueMails(db, { now: now(), createdAfter, limit: BATCH_SIZE })
  const taken: OutboxRow[] = []
  for (const mail of due) {
    if (isTooOld(deps, mail)) {
      await updateUnsentMail(db, mail, { due_at: null, last_error: 'The mail is too old.' })
      continue
    }
    const change = { due_at: now() + LEASE_MS, attempts: mail.attempts + 1 }
    if (await updateUnsentMail(db, mail, change)) taken.push({ ...mail, ...change })
  }
  return taken
}

async function sendMail(deps: Deps, transport: MailTransport, mail: OutboxRow): Promise<void> {
  const { db, now, log } = deps
  try {
    await transport.send(mail)
    // A sent mail loses its text: a copy of the database must not contain working links.
    await updateUnsentMail(db, mail, { due_at: null, sent_at: now(), text: '', html: '' })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    log('warn', 'mail not sent', { id: mail.id, attempts: mail.attempts, code })
    await updateUnsentMail(db, mail, {
      due_at: getRetryTime(deps, mail, error),
      last_error: message.slice(0, 300),
    })
  }
}

const isTooOld = ({ now }: Deps, { created_at, text }: OutboxRow): boolean =>
  now() - created_at > (text.includes('#token=') ? MAX_TOKEN_AGE_MS : MAX_AGE_MS)

/** @returns null if the recipient does not exist or the mail is too old. */
function getRetryTime(deps: Deps, mail: OutboxRow, error: unknown) {
  if (isUnknownRecipient(error) || isTooOld(deps, mail)) return null
  const { now } = deps
  const { attempts } = mail
  return now() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20))
}

/** Mailbox unavailable, not local, or its name not allowed (RFC 5321, 4.2.3). */
const UNKNOWN_RECIPIENT_CODES = new Set([550, 551, 553])

/** Other commands such as MAIL FROM get these codes, too, but they say nothing about the recipient. */
const isUnknownRecipient = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'responseCode' in error &&
  UNKNOWN_RECIPIENT_CODES.has(Number(error.responseCode))

const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 20_000

interface MailTransport {
  send(mail: OutboxRow): Promise<void>
  /** Connects and signs in without sending. Rejects if the server refuses. */
  verify(): Promise<void>
  close(): Promise<void>
}

/** Opens the connection to the mail server. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Creates the connection to the mail server of SMTP_URL. The first mail opens it. */
export function createMailTransport(url: string, { MAIL_FROM }: ServerEnv): MailTransport {
  let opened: ReturnType<typeof openTransport> | undefined
  const open = () => {
    opened ??= openTransport(url)
    return opened
  }
  return {
    async send({ id, recipient, subject, text, html }) {
      // Servers drop a duplicate by its id. A crash after sending makes the outbox send it again.
      const messageId = `<${id}@${getHost(MAIL_FROM)}>`
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const transport = await open()
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
      const transport = await open()
      await transport.verify()
    },
    async close() {
      const transport = await opened
      transport?.close()
    },
  }
}

const getHost = (from: string): string => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
