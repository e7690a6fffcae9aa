import { hasRight, type Role } from '#src/contract/values.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { ServerEnv } from '../../core/env.ts'
import { toSiteUrl } from '../../core/mail/account-mails.ts'
import type { MailDraft } from '../../core/mail/compose-mail.ts'
import { enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { toSingleLine } from '../../core/mail/render-mail.ts'
import { findUserBy } from '../../shop/users/queries.ts'
import type { LaunchRow } from './tables.ts'

/** A record that a launch leaves out, with the rule that it would break. */
export interface LeftOut {
  title: string
  reason: string
}

interface Boundary {
  id: string
  name: string
  event: 'has started' | 'has ended'
}

/** Records in one mail. */
const LISTED = 50

export const leftOutMail = (
  env: ServerEnv,
  { id, name, event }: Boundary,
  leftOut: readonly LeftOut[],
  recipient: string,
): MailDraft => ({
  kind: 'mail-launch-left-out',
  values: { recipient: toSingleLine(recipient), launch: toSingleLine(name), event },
  details: [
    ...leftOut.slice(0, LISTED).map(({ title, reason }) => toSingleLine(`${title}: ${reason}`)),
    ...(leftOut.length > LISTED ? [`And ${leftOut.length - LISTED} more.`] : []),
  ],
  url: toSiteUrl(env, `/studio/launches/${id}`),
})

/** Tells the author of a launch which records it leaves out, unless the author pressed the button. */
export async function mailLeftOut(
  deps: Deps,
  db: Db,
  { id, name, editor_id }: LaunchRow,
  event: Boundary['event'],
  { leftOut, editorId }: { leftOut: readonly LeftOut[]; editorId: string | null },
): Promise<void> {
  if (leftOut.length === 0 || editor_id === null || editor_id === editorId) return
  const author = await findUserBy(db, 'id', editor_id)
  if (!author || !hasRight(author.role as Role, 'catalogue')) return
  await enqueueMail(
    deps,
    db,
    { to: author.email, userId: author.id, now: deps.now() },
    leftOutMail(deps.env, { id, name, event }, leftOut, author.display_name),
  )
}
