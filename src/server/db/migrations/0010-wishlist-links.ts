import type { Kysely } from 'kysely'

/** Adds the links by which wishlists are shared, and what a saved cart line was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('wishlist_share')
    .addColumn('user_id', 'text', (col) =>
      col.primaryKey().references('user.id').onDelete('cascade'),
    )
    .addColumn('token', 'text', (col) => col.notNull().unique())
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .execute()
  await db.schema.alterTable('wishlist_item').addColumn('saved_line', 'text').execute()
}
