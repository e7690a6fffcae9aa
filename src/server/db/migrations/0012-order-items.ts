import type { Kysely } from 'kysely'

/** Adds the pieces and the state of an order; unknown for those that are there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['state', 'items'])
    await db.schema.alterTable('order').addColumn(column, 'text').execute()
}
