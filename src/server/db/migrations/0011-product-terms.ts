import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Adds the words by which the API finds products, with a full-text index of the engine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('product_terms')
    .addColumn('product_id', 'text', (col) =>
      col.notNull().unique().references('product.id').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (col) => col.notNull())
    .addColumn('title', 'text', (col) => col.notNull())
    .addColumn('main', 'text', (col) => col.notNull())
    .addColumn('other', 'text', (col) => col.notNull())
    .addColumn('facets', 'text', (col) => col.notNull())
    // The row id of SQLite's index: an implicit one may change.
    .$call((table) =>
      isPostgres ? table : table.addColumn('id', 'integer', (col) => col.primaryKey()),
    )
    .execute()
  if (isPostgres) await createPostgresIndex(db)
  else await createSqliteIndex(db)
}

async function createPostgresIndex(db: Kysely<unknown>): Promise<void> {
  // Not to_tsvector: the words are stems already, and another parser would divide them again.
  await sql`alter table product_terms add column words tsvector not null generated always as (
    setweight(array_to_tsvector(string_to_array(title, ' ')), 'A') ||
    setweight(array_to_tsvector(string_to_array(main, ' ')), 'B') ||
    setweight(array_to_tsvector(string_to_array(other, ' ')), 'C')) stored`.execute(db)
  await sql`create index product_terms_words on product_terms using gin (words)`.execute(db)
}

/** An external-content table of FTS5, with the triggers that its documentation asks for. */
async function createSqliteIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table product_search using fts5(title, main, other,
    content = 'product_terms', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 0')`.execute(
    db,
  )
  await sql`create virtual table product_search_word using fts5vocab(product_search, row)`.execute(
    db,
  )
  const insert = sql`insert into product_search (rowid, title, main, other)
    values (new.id, new.title, new.main, new.other)`
  const remove = sql`insert into product_search (product_search, rowid, title, main, other)
    values ('delete', old.id, old.title, old.main, old.other)`
  await sql`create trigger product_terms_inserted after insert on product_terms
    begin ${insert}; end`.execute(db)
  await sql`create trigger product_terms_deleted after delete on product_terms
    begin ${remove}; end`.execute(db)
  await sql`create trigger product_terms_updated after update on product_terms
    begin ${remove}; ${insert}; end`.execute(db)
}
