import type { Kysely } from 'kysely'

/** Which browser signed up: the mailed link signs that one in, and no other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('mail_token').addColumn('browser_hash', 'text').execute()
}
