import type { Kysely } from 'kysely'

/** Adds by how much the catalogue has shrunk when a publish was refused, and what an editor accepts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('publish_request').addColumn('accepted_products', 'integer').execute()
  for (const column of ['live_products', 'refused_products'])
    await db.schema.alterTable('publish_result').addColumn(column, 'integer').execute()
}
