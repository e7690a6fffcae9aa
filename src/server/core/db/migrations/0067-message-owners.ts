import type { Kysely } from 'kysely'

/** A message can be in the charge of a member of the staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('contact_message')
    .addColumn('owner_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('contact_message_of_owner')
    .on('contact_message')
    .columns(['owner_id', 'state', 'created_at', 'id'])
    .execute()
}
