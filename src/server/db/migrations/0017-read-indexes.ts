import { type Kysely, sql } from 'kysely'

/** What public calls and those of shoppers look rows up by, which read whole tables without them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The category of an address is in lower case.
  await db.schema
    .createIndex('product_by_lower_category')
    .on('product')
    .expression(sql`lower(category)`)
    .execute()
  await db.schema
    .createIndex('outbox_of_recipient')
    .ifNotExists()
    .on('outbox')
    .columns(['recipient', 'created_at'])
    .execute()
  await db.schema
    .createIndex('contact_message_of_email')
    .ifNotExists()
    .on('contact_message')
    .columns(['email', 'created_at'])
    .execute()
}
