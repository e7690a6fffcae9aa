import type { Kysely } from 'kysely'

/** Which change of several records an undo takes back: both together are no change of an editor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('batch').addColumn('undoes', 'text').execute()
}
