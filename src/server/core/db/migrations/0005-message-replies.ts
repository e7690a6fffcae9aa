import type { Kysely } from 'kysely'

/** What a message of the contact form is about, what editors note of it, and what they reply. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['subject', 'order_number', 'note'])
    await db.schema
      .alterTable('contact_message')
      .addColumn(column, 'text', (col) => col.notNull().defaultTo(''))
      .execute()
  await db.schema
    .createTable('contact_reply')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('message_id', 'text', (col) =>
      col.notNull().references('contact_message.id').onDelete('cascade'),
    )
    .addColumn('author', 'text', (col) => col.notNull())
    .addColumn('text', 'text', (col) => col.notNull())
    .addColumn('sent_at', 'bigint', (col) => col.notNull())
    .execute()
  await db.schema
    .createIndex('contact_reply_of_message')
    .on('contact_reply')
    .columns(['message_id', 'sent_at'])
    .execute()
}
