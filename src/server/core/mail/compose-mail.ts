import { getDefaultContent } from '#src/content/defaults.ts'
import { toTokens } from '#src/content/facts.ts'
import type { Facts } from '#src/contract/content.ts'
import type { MAIL_KINDS, MailKind } from '#src/contract/kinds/mails.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import { brand } from '#src/rules/brand.ts'
import { findContentRow, findContentRows } from '../content/queries.ts'
import { getLegalSettings, parseStoredBody } from '../content/read-content.ts'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import { hasGreeting } from './greeting.ts'
import { findUrls, type MailContent, type MailLine, type MailSum } from './render-mail.ts'

interface MailParts {
  /** Target of the button. */
  url?: string
  /** Name of the sender, instead of a greeting. */
  sender?: string
  /** Message of a visitor or of the staff, above the text. One that greets its reader replaces the greeting. */
  message?: string
  /** An address after the small print. */
  lastUrl?: string
  lines?: MailLine[]
  sums?: MailSum[]
  /** Paragraphs below the lines, e.g. the address of the parcel. */
  details?: string[]
  /** Addresses that become links, in addition to those of the text. */
  links?: string[]
}

/** Parts of a mail in addition to its text. Editors change the text alone, so no link is ever lost. */
export type MailDraft = {
  [Kind in MailKind]: MailParts & {
    kind: Kind
    values: Record<keyof (typeof MAIL_KINDS)[Kind]['tokens'], string>
  }
}[MailKind]

/** Text of a mail. `MAIL_KINDS` says which fields a kind has. */
export interface MailText {
  subject: string
  greeting?: string
  text?: string
  button?: string
  note: string
  /** Texts that the staff insert into a reply. */
  answers?: { title: string; text: string }[]
}

/** Returns the address of the shop and its contacts. */
const toFoot = ({ address, contact }: Facts): string[] => [
  `${brand.name} · ${address.street}`,
  `${address.city} ${address.pincode}, ${address.state}, ${brand.country}`,
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
  const { url, sender, message, lastUrl, lines, sums, details, links = [] } = draft
  // Splits the text before tokens are filled in, so that their values make no paragraphs.
  const paragraphs = body.text?.split(/\n\s*\n/) ?? []
  const filled = fillTokens({ ...body, paragraphs }, tokens)
  return {
    subject: filled.subject,
    greeting: sender ?? (message && hasGreeting(message) ? '' : (filled.greeting ?? '')),
    paragraphs: [...(message === undefined ? [] : [message]), ...filled.paragraphs],
    ...(url ? { action: { label: filled.button || url, url } } : {}),
    ...(lines && { lines }),
    ...(sums && { sums }),
    ...(details && { details }),
    links: [...links, ...findUrls(JSON.stringify(body))],
    ...(filled.note ? { outro: filled.note } : {}),
    ...(lastUrl && { outroUrl: lastUrl }),
    foot: toFoot(facts),
  }
}

/** Parses the record of an editor. If it is not valid, the default text is used, so that the mail is sent. */
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

/** Reads the text of a mail and the facts of the shop in one statement. */
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
