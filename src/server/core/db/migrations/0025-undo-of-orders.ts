import type { Kysely } from 'kysely'

/** An event of an order names its mail, so that a step can be taken back as long as the mail has not left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('order_event').addColumn('mail_id', 'text').execute()
}
