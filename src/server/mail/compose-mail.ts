import { toFacts } from '#src/content/facts.ts'
import { mails } from '#src/content/mails.ts'
import type { MAIL_KINDS, MailKind } from '#src/contract/mail-kinds.ts'
import { fillTokens } from '#src/rules/content-tokens.ts'
import { findContentRow } from '../content/queries.ts'
import { parseStoredBody } from '../content/read-content.ts'
import type { Db, Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import type { MailContent } from './render-mail.ts'

interface MailParts {
  /** Where the button leads. */
  url?: string
  /** In place of a greeting: who has written. */
  sender?: string
  /** Above the text: what a visitor or the staff has written. */
  message?: string
  /** Follows the small print. */
  lastUrl?: string
}

/** What a mail says besides its text. Editors change the text alone, so that no link is ever lost. */
export type MailDraft = {
  [Kind in MailKind]: MailParts & {
    kind: Kind
    values: Record<keyof (typeof MAIL_KINDS)[Kind]['tokens'], string>
  }
}[MailKind]

/** A text of a mail; which of the fields a kind has is in `MAIL_KINDS`. */
export interface MailText {
  subject: string
  greeting?: string
  text?: string
  button?: string
  note: string
}

export function composeMail(env: ServerEnv, draft: MailDraft, body: MailText): MailContent {
  const { LEGAL_NAME: name, LEGAL_NUMBERS: numbers } = env
  const { GRIEVANCE_OFFICER: officer, GRIEVANCE_EMAIL: grievanceEmail } = env
  const facts = { ...toFacts({ name, numbers, officer, grievanceEmail }), ...draft.values }
  const { url, sender, message, lastUrl } = draft
  // Paragraphs are those of the text, not of what stands in place of a token.
  const paragraphs = body.text?.split(/\n\s*\n/) ?? []
  const filled = fillTokens({ ...body, paragraphs }, facts)
  const outro = [filled.note, lastUrl].filter(Boolean).join(' ')
  return {
    subject: filled.subject,
    greeting: sender ?? filled.greeting ?? '',
    paragraphs: [...(message === undefined ? [] : [message]), ...filled.paragraphs],
    ...(url ? { action: { label: filled.button || url, url } } : {}),
    ...(outro ? { outro } : {}),
  }
}

/** The text of an editor, or the one that comes with the shop. */
export async function readMailText(
  { log }: Pick<Deps, 'log'>,
  db: Db,
  kind: MailKind,
): Promise<MailText> {
  const row = await findContentRow(db, kind)
  if (!row) return mails[kind]
  try {
    return parseStoredBody(kind, row.body) as unknown as MailText
  } catch (error) {
    // The mail may be one that somebody waits for.
    log('error', 'text of a mail is unreadable', { id: kind, error: String(error) })
    return mails[kind]
  }
}
