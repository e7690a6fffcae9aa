import { type Kysely, sql } from 'kysely'

/** The categories that the shop comes with. They have a record once an editor has changed them. */
const WITHOUT_RECORD = 'watches bags jewelry clothing shoes accessories perfumes sunglasses'.split(
  ' ',
)

/** Rows that are changed at once. */
const STEP = 200

interface Draft {
  launch_id: string
  record_id: string
  body: string
}

/**
 * Categories have ids that never change: the addresses that they have now. Those that only products name get a record.
 * Products and their drafts name related products by ids. Versions stay: their addresses are resolved by the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await insertCategories(db)
  // A renamed category was a new record. Undoing its rename would archive it.
  await sql`update content_version set action = 'update' where action = 'create' and record_id in (
    select record_id from slug where kind = 'category' and is_current = 0 and launch_id is null
  )`.execute(db)
  const { rows: slugs } = await sql<{ slug: string; record_id: string }>`select slug, record_id
    from slug where kind = 'product' and launch_id is null`.execute(db)
  const ids = new Map(slugs.map(({ slug, record_id }) => [slug, record_id]))
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; detail: string }>`select id, detail from product
      where id > ${after} order by id limit ${STEP}`.execute(db)
    const changed = rows.flatMap(({ id, detail }) => {
      const body = withIds(detail, ids)
      return body === detail ? [] : [sql`(${id}, ${body})`]
    })
    if (changed.length > 0)
      await sql`with changed (id, detail) as (values ${sql.join(changed)})
        update product set detail = changed.detail from changed
        where product.id = changed.id`.execute(db)
    if (rows.length < STEP) break
    after = rows.at(-1)?.id ?? ''
  }
  const { rows: drafts } = await sql<Draft>`select launch_id, record_id, body
    from launch_item`.execute(db)
  const changedDrafts = drafts.flatMap((draft) => {
    const body = withIds(draft.body, ids)
    return body === draft.body ? [] : [sql`(${draft.launch_id}, ${draft.record_id}, ${body})`]
  })
  for (let start = 0; start < changedDrafts.length; start += STEP)
    await sql`with changed (launch_id, record_id, body) as (
        values ${sql.join(changedDrafts.slice(start, start + STEP))}
      )
      update launch_item set body = changed.body from changed
      where launch_item.launch_id = changed.launch_id
        and launch_item.record_id = changed.record_id`.execute(db)
}

/** Only products have this field. */
function withIds(json: string, ids: ReadonlyMap<string, string>): string {
  const body = JSON.parse(json) as { related?: unknown }
  if (!Array.isArray(body.related) || body.related.length === 0) return json
  const related = body.related.map((slug) => ids.get(String(slug)) ?? String(slug))
  return JSON.stringify({ ...body, related: [...new Set(related)] })
}

async function insertCategories(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct category as id from product
    where not exists (select 1 from content_record where id = 'category:' || category)`.execute(db)
  for (const { id } of rows) {
    // A former address that only archived products have means the category that it leads to.
    const { rows: former } = await sql<{ record_id: string }>`select record_id from slug
      where kind = 'category' and slug = ${id} and is_current = 0 and launch_id is null
        and record_id <> ${`category:${id}`}`.execute(db)
    const [target] = former
    if (target) {
      const category = target.record_id.slice('category:'.length)
      await sql`update product set category = ${category} where category = ${id}`.execute(db)
    } else if (!WITHOUT_RECORD.includes(id)) await insertCategory(db, id)
  }
}

async function insertCategory(db: Kysely<unknown>, id: string): Promise<void> {
  const recordId = `category:${id}`
  const name = id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ')
  const body = JSON.stringify({ name })
  const now = Date.now()
  await sql`insert into content_record (id, body, revision, updated_at, archived)
    values (${recordId}, ${body}, 1, ${now}, 0)`.execute(db)
  await sql`insert into content_version (record_id, revision, action, saved_at, body, archived)
    values (${recordId}, 1, 'create', ${now}, ${body}, 0)`.execute(db)
  await sql`insert into slug (kind, slug, record_id, is_current)
    values ('category', ${id}, ${recordId}, 1) on conflict do nothing`.execute(db)
}
