import type { AuditPart } from '#src/contract/admin.ts'
import type { Linked, Mentioned } from '../../core/audit/audit-mentions.ts'
import type { Db } from '../../core/db/schema.ts'
import * as queries from './queries.ts'

/** What the log shows for what an entry mentions, while there is such a record, and its page. */
const MENTIONED: Record<Mentioned, (db: Db, ids: string[]) => Promise<Shown[]>> = {
  user: async (db: Db, ids: string[]) =>
    (await queries.listMentionedUsers(db, ids)).map(
      ({ id, display_name, email }): Shown => [id, { text: `${display_name} (${email})` }],
    ),
  /** The id comes first: an editor searches for customers by it. */
  customer: async (db: Db, ids: string[]) =>
    (await queries.listMentionedUsers(db, ids)).map(
      ({ id, display_name }): Shown => [
        id,
        { text: `${id} (${display_name})`, to: `/customers/${id}` },
      ],
    ),
  invitation: async (db: Db, ids: string[]) =>
    (await queries.listMentionedInvitations(db, ids)).map(
      ({ id, email }): Shown => [id, { text: email }],
    ),
  message: async (db: Db, ids: string[]) =>
    (await queries.listMentionedMessages(db, ids)).map(
      ({ id, first_name, last_name, number }): Shown => [
        id,
        { text: `${first_name} ${last_name}`, to: `/messages?number=${number}` },
      ],
    ),
  review: async (db: Db, ids: string[]) =>
    (await queries.listMentionedReviews(db, ids)).map(
      ({ id, title }): Shown => [id, { text: `“${title}”`, to: `/reviews?id=${id}` }],
    ),
}

/** The pages of records that are linked with their text; a record that is deleted has none. */
const LINKED: Record<Linked, { path: string; list: (db: Db, ids: string[]) => Promise<string[]> }> =
  {
    product: { path: '/products', list: queries.listKnownProducts },
    content: { path: '/content', list: queries.listKnownContent },
  }

type Shown = [id: string, part: AuditPart]

/** A mention, a link, or the number of an order. */
const PART = /\{(\w+):([\w:-]+)(?:\|([^{}|]*))?\}|\bKV-[2-9A-HJ-NP-Z]{8}\b/g

const isMentioned = (kind: string): kind is Mentioned => Object.hasOwn(MENTIONED, kind)
const isLinked = (kind: string): kind is Linked => Object.hasOwn(LINKED, kind)

/** Subjects in parts, with a name for each mention, or the id of what is deleted. */
export async function readSubjects(db: Db, subjects: string[]): Promise<AuditPart[][]> {
  const found = subjects.flatMap((subject) => [...subject.matchAll(PART)])
  const parts = new Map<string, AuditPart>()
  for (const [kind, mentions] of Map.groupBy(found, ([, kind = '']) => kind)) {
    const ids = [...new Set(mentions.map(([, , id = '']) => id))]
    if (isLinked(kind))
      for (const id of await LINKED[kind].list(db, ids))
        parts.set(`${kind}:${id}`, { text: id, to: `${LINKED[kind].path}/${id}` })
    if (!isMentioned(kind)) continue
    for (const [id, part] of await MENTIONED[kind](db, ids)) parts.set(`${kind}:${id}`, part)
  }
  const toPart = ([all, kind = '', id = '', text = id]: RegExpExecArray): AuditPart => {
    if (kind === '') return { text: all, to: `/orders/${all}` }
    if (isLinked(kind)) return { ...parts.get(`${kind}:${id}`), text }
    return isMentioned(kind) ? (parts.get(`${kind}:${id}`) ?? { text: id }) : { text: all }
  }
  return subjects.map((subject) => {
    const shown: AuditPart[] = []
    let end = 0
    for (const match of subject.matchAll(PART)) {
      if (match.index > end) shown.push({ text: subject.slice(end, match.index) })
      shown.push(toPart(match))
      end = match.index + match[0].length
    }
    if (end < subject.length) shown.push({ text: subject.slice(end) })
    return shown
  })
}
