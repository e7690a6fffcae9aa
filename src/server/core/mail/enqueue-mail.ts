import type { Database, Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { allows, type RateLimit } from '../http/rate-limit.ts'
import { createTimeOrderedId } from '../time-ordered-id.ts'
import { composeMail, type MailDraft, readMailRecords } from './compose-mail.ts'
import { insertMail } from './queries.ts'
import { renderMail } from './render-mail.ts'

/**
 * Kinds of account mails. Each has its own counts, so that a stranger's sign-ups do not use up the
 * reset mails.
 */
type AccountMailKind =
  | 'signup'
  | 'verification'
  | 'reset'
  | 'password-changed'
  | 'google-linked'
  | 'second-factor'
  | 'account-deleted'
  | 'message-received'

const DAY_MINUTES = 24 * 60
/** Mails to one address, of each kind. */
const MAILS_PER_EMAIL: readonly RateLimit[] = [
  { name: 'mail-email', limit: 5, windowMinutes: 60 },
  { name: 'mail-email-day', limit: 20, windowMinutes: DAY_MINUTES },
]
/** Mails to one account, of each kind. */
const MAILS_PER_ACCOUNT: RateLimit = {
  name: 'mail-account',
  limit: 10,
  windowMinutes: DAY_MINUTES,
}

interface MailRequest {
  to: string
  userId?: string | undefined
  now: number
  /** Time before it is sent. */
  delayMs?: number | undefined
}

/**
 * Adds a mail to the outbox in the transaction of the caller. It is sent only after the commit, with the current
 * text.
 * @returns its id.
 */
export async function enqueueMail(
  deps: Pick<Deps, 'env' | 'log'>,
  db: Db,
  { to, userId, now, delayMs = 0 }: MailRequest,
  draft: MailDraft,
): Promise<string> {
  const id = createTimeOrderedId(now)
  const { text: body, facts } = await readMailRecords(deps, db, draft.kind)
  const { subject, text, html } = renderMail(composeMail(deps.env, draft, body, facts))
  await insertMail(db, {
    id,
    user_id: userId ?? null,
    recipient: to,
    subject,
    text,
    html,
    created_at: now,
    due_at: now + delayMs,
    attempts: 0,
    sent_at: null,
    last_error: null,
  })
  return id
}

/**
 * Adds a mail to the email of an account, unless a limit of its kind is exhausted. The transaction holds the row of
 * the user, or has deleted the account; then `id` is undefined.
 * @param getDraft is called only if the mail is sent.
 */
export async function enqueueAccountMail(
  deps: Deps,
  db: Db,
  {
    id,
    email,
    kind,
  }: { id: string | undefined; kind: AccountMailKind } & Pick<Database['user'], 'email'>,
  getDraft: () => MailDraft | Promise<MailDraft>,
): Promise<void> {
  const counted = { ...deps, db }
  for (const limit of MAILS_PER_EMAIL)
    if (!(await allows(counted, limit, `${kind} ${email}`))) return
  if (id !== undefined && !(await allows(counted, MAILS_PER_ACCOUNT, `${kind} ${id}`))) return
  await enqueueMail(deps, db, { to: email, userId: id, now: deps.now() }, await getDraft())
}
