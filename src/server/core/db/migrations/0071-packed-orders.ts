import type { Kysely } from 'kysely'

/** The staff marks an order as packed before it leaves. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable('order').addColumn('packed_at', 'bigint').execute()
