import type { Kysely } from 'kysely'

/** The searches of the studio find an order and an account by a telephone number without reading all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('order_of_phone').on('order').column('phone').execute()
  await db.schema.createIndex('user_of_phone').on('user').column('phone').execute()
}
