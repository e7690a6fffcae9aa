import type { Db } from '../db/schema.ts'
import * as queries from './audit-queries.ts'

/** What an entry of the audit log may mention, with what the log shows for it while there is such a record. */
const MENTIONED = {
  user: async (db: Db, ids: string[]) =>
    (await queries.listMentionedUsers(db, ids)).map(
      ({ id, display_name, email }): Shown => [id, `${display_name} (${email})`],
    ),
  /** The id comes first: an editor searches for customers by it. */
  customer: async (db: Db, ids: string[]) =>
    (await queries.listMentionedUsers(db, ids)).map(
      ({ id, display_name }): Shown => [id, `${id} (${display_name})`],
    ),
  invitation: async (db: Db, ids: string[]) =>
    (await queries.listMentionedInvitations(db, ids)).map(({ id, email }): Shown => [id, email]),
  message: async (db: Db, ids: string[]) =>
    (await queries.listMentionedMessages(db, ids)).map(
      ({ id, first_name, last_name }): Shown => [id, `${first_name} ${last_name}`],
    ),
  review: async (db: Db, ids: string[]) =>
    (await queries.listMentionedReviews(db, ids)).map(({ id, title }): Shown => [id, `“${title}”`]),
}

type Shown = [id: string, text: string]
type Mentioned = keyof typeof MENTIONED

/**
 * A person, or what a person wrote, in the subject of an entry: by id alone, so that the log has no name after a
 * deletion.
 */
export const mention = (kind: Mentioned, id: string): string => `{${kind}:${id}}`

const MENTION = /\{(\w+):([\w-]+)\}/g

const isMentioned = (kind: string): kind is Mentioned => Object.hasOwn(MENTIONED, kind)

/** Subjects with a name for each mention, or the id of what is deleted. */
export async function readMentions(db: Db, subjects: string[]): Promise<string[]> {
  const mentions = subjects.flatMap((subject) => [...subject.matchAll(MENTION)])
  const texts = new Map<string, string>()
  for (const [kind, found] of Map.groupBy(mentions, ([, kind = '']) => kind)) {
    if (!isMentioned(kind)) continue
    const ids = [...new Set(found.map(([, , id = '']) => id))]
    for (const [id, text] of await MENTIONED[kind](db, ids)) texts.set(mention(kind, id), text)
  }
  return subjects.map((subject) =>
    subject.replace(MENTION, (all, kind: string, id: string) =>
      isMentioned(kind) ? (texts.get(all) ?? id) : all,
    ),
  )
}
