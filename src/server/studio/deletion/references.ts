import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { toPatchedBody } from '../launches/check-drafts.ts'
import { listItemsNaming } from '../launches/draft-queries.ts'
import type { Body } from '../save/load-content.ts'

/** Names in an error message. */
const LISTED = 3

/** A reference to a record, e.g. `2 orders`, or names with their kind. */
export type Reference = string

/** Formats names, e.g. `the product “Sitara” and 4 more`; empty without names. */
export function formatNames(what: string, names: readonly string[]): Reference[] {
  if (names.length === 0) return []
  const listed = names.slice(0, LISTED).map((name) => `“${name}”`)
  const rest = names.length - listed.length
  return [`${what} ${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`]
}

/**
 * Lists launches that have a draft of a record, or a draft that refers to it.
 * @param texts a draft that refers to the record contains one of these.
 */
export async function listLaunches(
  db: Db,
  id: string,
  texts: readonly string[],
  isReferring: (recordId: string, body: Body) => boolean,
): Promise<string[]> {
  const items = await listItemsNaming(db, id, texts)
  const naming = items.filter(
    (item) => item.record_id === id || isReferring(item.record_id, toPatchedBody(item)),
  )
  return [...new Set(naming.map(({ name }) => name))]
}

/** @throws HttpError 409 that lists the references. */
export function assertUnused(title: string, references: readonly Reference[]): void {
  if (references.length === 0) return
  const last = references.at(-1) ?? ''
  const others = references.slice(0, -1)
  const named = others.length > 0 ? `${others.join(', ')} and ${last}` : last
  throw new HttpError(409, `${title} cannot be deleted, because this refers to it: ${named}.`)
}

/** @throws HttpError 409 if the record is on the site. */
export function assertArchived(title: string, archived: boolean): void {
  if (!archived)
    throw new HttpError(409, `${title} is on the site. Archive it first, then it can be deleted.`)
}
