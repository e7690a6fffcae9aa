import { parseContentId } from '#src/contract/content.ts'
import type { ContentFields } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { listContentRows, updateContentBody } from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import { createTurns } from '../../core/turns.ts'
import { listRenamed } from '../../shop/catalog/queries.ts'
import { listIdsBySlug } from './queries.ts'

type Body = Record<string, unknown>

const getFields = (id: string): ContentFields => {
  const { kind } = parseContentId(id) ?? {}
  return kind ? CONTENT_KINDS[kind].fields : {}
}

/** A copy of a body whose fields of products have other slugs, each once. */
function mapSlugs(fields: ContentFields, body: Body, toSlug: (slug: string) => string): Body {
  const map = (value: unknown, { type, fields: inner = {} }: ContentFields[string]): unknown => {
    if (type === 'products' && Array.isArray(value)) return [...new Set(value.map(toSlug))]
    if (type === 'list' && Array.isArray(value))
      return value.map((item: Body) => mapSlugs(inner, item, toSlug))
    return type === 'group' ? mapSlugs(inner, value as Body, toSlug) : value
  }
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field = fields[name]
      return [name, field ? map(value, field) : value]
    }),
  )
}

/** Whether a field of products names one. */
export function namesProduct(id: string, body: Body, slug: string): boolean {
  let isNamed = false
  mapSlugs(getFields(id), body, (other) => {
    isNamed ||= other === slug
    return other
  })
  return isNamed
}

/** A copy of a body that names products which were renamed since it was written by the slugs that they have. */
export async function withCurrentSlugs(db: Db, id: string, body: Body): Promise<Body> {
  const named = new Set<string>()
  mapSlugs(getFields(id), body, (slug) => {
    named.add(slug)
    return slug
  })
  const known = new Set((await listIdsBySlug(db, [...named])).map(({ slug }) => slug))
  const unknown = [...named].filter((slug) => !known.has(slug))
  const renamed = new Map(
    (await listRenamed(db, unknown)).map(({ former, slug }) => [former, slug]),
  )
  if (renamed.size === 0) return body
  return mapSlugs(getFields(id), body, (slug) => renamed.get(slug) ?? slug)
}

/** A copy of a body that names renamed products by their new slugs. @param renames by their former slugs. */
export const withRenamedSlugs = (id: string, body: Body, renames: ReadonlyMap<string, string>) =>
  mapSlugs(getFields(id), body, (slug) => renames.get(slug) ?? slug)

/** Gives products their new slugs in the records that name them, without versions: they say the same. */
export async function renameInContent(
  db: Db,
  now: number,
  renames: ReadonlyMap<string, string>,
): Promise<void> {
  if (renames.size === 0) return
  const turn = createTurns()
  for (const { id, body } of await listContentRows(db)) {
    await turn()
    const renamed = JSON.stringify(withRenamedSlugs(id, JSON.parse(body) as Body, renames))
    if (renamed !== body) await updateContentBody(db, id, { body: renamed, updated_at: now })
  }
}
