import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Creates one table for the current, former and reserved addresses of products and records. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('slug')
    .addColumn('kind', 'text', (col) => col.notNull())
    .addColumn('slug', 'text', (col) => col.notNull())
    .addColumn('record_id', 'text', (col) => col.notNull())
    .addColumn('launch_id', 'text', (col) => col.references('launch.id').onDelete('cascade'))
    .addColumn('is_current', 'integer', (col) => col.notNull())
    .addPrimaryKeyConstraint('slug_once', ['kind', 'slug'])
    .execute()
  await db.schema
    .createIndex('slug_current')
    .unique()
    .on('slug')
    .column('record_id')
    .where(sql<boolean>`is_current = 1`)
    .execute()
  await db.schema
    .createIndex('slug_former')
    .on('slug')
    .columns(['kind', 'slug'])
    .where(sql<boolean>`is_current = 0`)
    .execute()
  for (const column of ['record_id', 'launch_id'])
    await db.schema.createIndex(`slug_by_${column}`).on('slug').column(column).execute()
  await insertProducts(db)
  await insertRecords(db)
  await reserve(db)
  await db.schema.dropTable('former_slug').execute()
  await db.schema.dropTable('former_category').execute()
}

async function insertProducts(db: Kysely<unknown>): Promise<void> {
  await sql`insert into slug (kind, slug, record_id, is_current)
    select 'product', slug, id, 1 from product`.execute(db)
  await sql`insert into slug (kind, slug, record_id, is_current)
    select 'product', slug, product_id, 0 from former_slug
    where true on conflict do nothing`.execute(db)
}

/** A former name of a category that a product on sale has is no former one. `all` stands for the whole shop. */
async function insertRecords(db: Kysely<unknown>): Promise<void> {
  await sql`insert into slug (kind, slug, record_id, is_current)
    select 'category', name, 'category:' || case category when 'all' then name else category end, 0
    from former_category
    where not exists (
      select 1 from product where lower(category) = former_category.name and archived_at is null
    )`.execute(db)
  for (const kind of ['category', 'collection', 'page'])
    await sql`insert into slug (kind, slug, record_id, is_current)
      select ${sql.lit(kind)}, substr(id, ${sql.lit(kind.length + 2)}), id, 1 from content_record
      where id like ${sql.lit(`${kind}:%`)} on conflict do nothing`.execute(db)
  // What a category was renamed to has a row, also without a record: its former addresses lead to it.
  await sql`insert into slug (kind, slug, record_id, is_current)
    select distinct 'category', substr(record_id, 10), record_id, 1 from slug
    where kind = 'category' and is_current = 0 on conflict do nothing`.execute(db)
}

/** The addresses of drafts in launches that are not live. */
async function reserve(db: Kysely<unknown>): Promise<void> {
  const slug =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql`launch_item.body::json ->> 'slug'`
      : sql`json_extract(launch_item.body, '$.slug')`
  await sql`insert into slug (kind, slug, record_id, launch_id, is_current)
    select 'product', ${slug}, record_id, launch_id, 0
    from launch_item join launch on launch.id = launch_item.launch_id
    where (published_at is null or undone_at is not null) and ${slug} is not null
    on conflict do nothing`.execute(db)
}
