import type { Kysely } from 'kysely'

/** Adds the gift wrap of a cart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cart_gift')
    .addColumn('user_id', 'text', (col) =>
      col.primaryKey().references('user.id').onDelete('cascade'),
    )
    .addColumn('wrap', 'integer', (col) => col.notNull())
    .addColumn('note', 'text', (col) => col.notNull())
    .execute()
}
