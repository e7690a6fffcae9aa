import { getDefaultContent } from '#src/content/defaults.ts'
import { toTokens } from '#src/content/facts.ts'
import type { Facts } from '#src/contract/content.ts'
import type { MAIL_KINDS, MailKind } from '#src/contract/kinds/mails.ts'
import { brand } from '#src/rules/brand.ts'
import { fillTokens } from '#src/rules/content-tokens.ts'
import { findContentRow, findContentRows } from '../content/queries.ts'
import { getLegalSettings, parseStoredBody } from '../content/read-content.ts'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import type { MailContent, MailLine, MailSum } from './render-mail.ts'

interface MailParts {
  /** Where the button leads. */
  url?: string
  /** In place of a greeting: who has written. */
  sender?: string
  /** Above the text: what a visitor or the staff has written. */
  message?: string
  /** Follows the small print. */
  lastUrl?: string
  lines?: MailLine[]
  sums?: MailSum[]
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

/** The address of the shop, and how to reach it. */
const toFoot = ({ address, contact }: Facts): string[] => [
  `${brand.name} · ${address.street}`,
  `${address.city} ${address.pincode}, ${brand.country}`,
  `${contact.email} · ${contact.phone}`,
  contact.hours,
]

/** @param facts of the shop, for the text and its footer. */
export function composeMail(
  env: ServerEnv,
  draft: MailDraft,
  body: MailText,
  facts: Facts,
): MailContent {
  const tokens = { ...toTokens(getLegalSettings(env), facts), ...draft.values }
  const { url, sender, message, lastUrl, lines, sums } = draft
  // Paragraphs are those of the text, not of the value of a token.
  const paragraphs = body.text?.split(/\n\s*\n/) ?? []
  const filled = fillTokens({ ...body, paragraphs }, tokens)
  return {
    subject: filled.subject,
    greeting: sender ?? filled.greeting ?? '',
    paragraphs: [...(message === undefined ? [] : [message]), ...filled.paragraphs],
    ...(url ? { action: { label: filled.button || url, url } } : {}),
    ...(lines && { lines }),
    ...(sums && { sums }),
    ...(filled.note ? { outro: filled.note } : {}),
    ...(lastUrl && { outroUrl: lastUrl }),
    foot: toFoot(facts),
  }
}

/** The record of an editor; where it is not valid, the default one, so that the mail is sent. */
function parseRecord(
  { log }: Pick<Deps, 'log'>,
  id: MailKind | 'facts',
  row: { body: string } | undefined,
): unknown {
  try {
    if (row) return parseStoredBody(id, row.body)
  } catch (error) {
    log('error', 'text of a mail is unreadable', { id, error: String(error) })
  }
  return getDefaultContent(id)
}

const readRecord = async (deps: Pick<Deps, 'log'>, db: Db, id: MailKind | 'facts') =>
  parseRecord(deps, id, await findContentRow(db, id))

/** The text of a mail and the facts of the shop, by one statement. */
export async function readMailRecords(
  deps: Pick<Deps, 'log'>,
  db: Db,
  kind: MailKind,
): Promise<{ text: MailText; facts: Facts }> {
  const rows = new Map((await findContentRows(db, [kind, 'facts'])).map((row) => [row.id, row]))
  return {
    text: parseRecord(deps, kind, rows.get(kind)) as MailText,
    facts: parseRecord(deps, 'facts', rows.get('facts')) as Facts,
  }
}

export const readFacts = async (deps: Pick<Deps, 'log'>, db: Db) =>
  (await readRecord(deps, db, 'facts')) as Facts
