import { type Kysely, sql } from 'kysely'

/** The category of an address is in lower case: without this index, its products were looked for in all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('product_by_lower_category')
    .on('product')
    .expression(sql`lower(category)`)
    .execute()
}
