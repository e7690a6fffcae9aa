import type { OutboxRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { createMailTransport, type MailTransport } from './transport.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

const LOOK_EVERY_MS = SECOND
/** Mails sent in one round; further rounds follow at once. */
const ROUND = 10
/** Time a mail is left to whoever took it; after a crash it is taken again. */
const LEASE_MS = 2 * MINUTE
const LONGEST_PAUSE_MS = 30 * MINUTE
/** Age at which an undeliverable mail is given up. */
const GIVE_UP_MS = 3 * DAY

export interface Outbox {
  /** Tries everything that was not sent yet, whether or not its time has come. */
  flush(): Promise<void>
  /** Finishes what is being sent and sends no more. */
  stop(): Promise<void>
}

/** Sends what is in the outbox for as long as it takes; without SMTP_URL all stays there. */
export function startOutbox(deps: Deps): Outbox {
  const { env, db, now, log } = deps
  if (!env.SMTP_URL) return { flush: async () => {}, stop: async () => {} }
  const post = createMailTransport(env.SMTP_URL, env)
  let round = Promise.resolve()
  const look = () => {
    round = round
      .then(() => sendDue(deps, post))
      .catch((error: unknown) => log('warn', 'outbox unavailable', { error: String(error) }))
    return round
  }
  let idle = true
  const timer = setInterval(() => {
    if (!idle) return
    idle = false
    void look().then(() => {
      idle = true
    })
  }, LOOK_EVERY_MS)
  return {
    async flush() {
      await db
        .updateTable('outbox')
        .set({ due_at: now() })
        .where('due_at', 'is not', null)
        .execute()
      await look()
    },
    async stop() {
      clearInterval(timer)
      await round
      post.close()
    },
  }
}

async function sendDue(deps: Deps, post: MailTransport): Promise<void> {
  for (;;) {
    const mails = await takeDue(deps)
    await Promise.all(mails.map((mail) => sendOne(deps, post, mail)))
    if (mails.length < ROUND) return
  }
}

/** Takes mails so that no other process sends them, too. */
async function takeDue({ db, now }: Deps): Promise<OutboxRow[]> {
  const due = await db
    .selectFrom('outbox')
    .selectAll()
    .where('due_at', '<=', now())
    .where('sent_at', 'is', null)
    // What lay here for want of a mail server is not news any more, and its links are dead.
    .where('created_at', '>', now() - GIVE_UP_MS)
    .orderBy('due_at')
    .limit(ROUND)
    .execute()
  const taken: OutboxRow[] = []
  for (const mail of due) {
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set({ due_at: now() + LEASE_MS, attempts: mail.attempts + 1 })
      .where('id', '=', mail.id)
      .where('attempts', '=', mail.attempts)
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) taken.push({ ...mail, attempts: mail.attempts + 1 })
  }
  return taken
}

async function sendOne(deps: Deps, post: MailTransport, mail: OutboxRow): Promise<void> {
  try {
    await post.send(mail)
    await note(deps, mail, { due_at: null, sent_at: deps.now(), text: '', html: '' })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    deps.log('warn', 'mail not sent', { id: mail.id, attempts: mail.attempts, code: codeOf(error) })
    await note(deps, mail, { due_at: nextTry(deps, mail, error), last_error: why.slice(0, 300) })
  }
}

/**
 * A mail that is sent keeps no text: its links must not be read from a copy of the database. What
 * another process has taken meanwhile is that one's to note.
 */
const note = ({ db }: Deps, { id, attempts }: OutboxRow, change: Partial<OutboxRow>) =>
  db
    .updateTable('outbox')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute()

/** @returns null where the recipient does not exist or the mail is too old. */
function nextTry({ now }: Deps, { attempts, created_at }: OutboxRow, error: unknown) {
  if (isFinal(error) || now() - created_at > GIVE_UP_MS) return null
  return now() + Math.min(LONGEST_PAUSE_MS, 5 * SECOND * 2 ** Math.min(attempts - 1, 20))
}

/** Mailbox unknown, moved, or of a name that cannot be (RFC 5321, 4.2.3). */
const NO_SUCH_RECIPIENT = new Set([550, 551, 553])

/** The recipient will never take mail: not where the server minds us, e.g. our own address. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'responseCode' in error &&
  NO_SUCH_RECIPIENT.has(Number(error.responseCode))

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** Time a mail is remembered, sent or not, in milliseconds. */
const REMEMBERED_MS = 30 * DAY

export async function deleteOldMails({ db, now }: Deps): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('created_at', '<', now() - REMEMBERED_MS)
    .execute()
}
