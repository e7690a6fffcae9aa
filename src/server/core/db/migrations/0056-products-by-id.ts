import { type Kysely, sql } from 'kysely'

/** Records and drafts of content name products by their ids. Versions stay: their slugs are resolved by the table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows: slugs } = await sql<{ slug: string; record_id: string }>`select slug, record_id
    from slug where kind = 'product' and launch_id is null`.execute(db)
  const ids = new Map(slugs.map(({ slug, record_id }) => [slug, record_id]))
  const { rows: records } = await sql<{ id: string; body: string }>`select id, body
    from content_record`.execute(db)
  for (const { id, body } of records)
    await sql`update content_record set body = ${withIds(body, ids)} where id = ${id}`.execute(db)
  const { rows: drafts } = await sql<{ launch_id: string; record_id: string; body: string }>`select
    launch_id, record_id, body from launch_item`.execute(db)
  for (const { launch_id, record_id, body } of drafts) {
    const changed = withIds(body, ids)
    // Drafts of products have no such field, and stay as they are.
    if (changed !== body)
      await sql`update launch_item set body = ${changed}
        where launch_id = ${launch_id} and record_id = ${record_id}`.execute(db)
  }
}

const LINKS = ['href', 'link', 'list']

/** Every field of products has this name, and no product has a field of it, or a link. */
const withIds = (json: string, ids: ReadonlyMap<string, string>): string => {
  const toId = (slug: string): string => ids.get(slug) ?? slug
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => {
    if (name === 'products' && Array.isArray(value))
      return [...new Set(value.map((slug) => toId(String(slug))))]
    return LINKS.includes(name) && typeof value === 'string'
      ? value.replace(/^(\/product\/)([a-z0-9-]+)(?=[/?#]|$)/, (_, path, slug) => path + toId(slug))
      : value
  })
}
