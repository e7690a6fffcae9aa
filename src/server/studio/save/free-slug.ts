import type { SlugKind } from '#src/contract/content.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { findCurrentSlug, listSlugs } from '../../core/slugs/queries.ts'
import { toSlugPath } from '../../shop/catalog/former-paths.ts'

/** A record that should get a slug. */
interface Claim {
  kind: SlugKind
  slug: string
  /** Undefined for a new record. */
  ownId: string | undefined
  /** The editor has confirmed that this record takes the former address of another one. */
  takesFormer: boolean | undefined
  field: string
}

/**
 * Refuses a former slug of another record until the editor confirms it, because its redirect ends.
 * @throws HttpError 409, with `asks` if a repeat with `takesFormer` would succeed.
 */
export async function assertFreeSlug(
  db: Db,
  { kind, slug, ownId, takesFormer, field }: Claim,
): Promise<void> {
  const [row] = await listSlugs(db, kind, [slug])
  if (!row || row.record_id === ownId || row.is_current === 1) return
  if (row.launch_id !== null)
    throw new HttpError(409, `A launch has reserved the address “${slug}”.`, { field })
  if (takesFormer) return
  const current = (await findCurrentSlug(db, row.record_id)) ?? slug
  throw new HttpError(
    409,
    `The address “${slug}” leads to ${toSlugPath(kind, current)}, which had it before. If you continue, old links lead to this record.`,
    { field, details: { asks: 'takesFormer' } },
  )
}
