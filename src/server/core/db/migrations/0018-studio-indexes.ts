import { type Kysely, sql } from 'kysely'

/** What the studio and the jobs look up in tables that grow with use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The columns of a page of accounts, which is found in the index alone.
  await db.schema
    .createIndex('user_by_creation')
    .on('user')
    .columns(['created_at desc', 'id', 'deleted_at'])
    .execute()
  await db.schema.createIndex('launch_by_start').on('launch').column('starts_at').execute()
  await db.schema.createIndex('launch_by_end').on('launch').column('ends_at').execute()
  await db.schema
    .createIndex('contact_message_by_state')
    .on('contact_message')
    .columns(['state', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('outbox_failed')
    .on('outbox')
    .column('created_at')
    .where(sql<boolean>`sent_at is null and last_error is not null`)
    .execute()
}
