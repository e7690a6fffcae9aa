import type { Kysely } from 'kysely'

/** Adds the price at which a product was put on a wishlist; unknown for those that are there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('wishlist_item').addColumn('price_paise', 'integer').execute()
}
