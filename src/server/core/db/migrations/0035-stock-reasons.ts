import type { Kysely } from 'kysely'

/** Why a save changed the stock, as its editor said it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('product_version').addColumn('reason', 'text').execute()
}
