import type { Kysely } from 'kysely'

/** Categories that were renamed: their pages redirect to those of today. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .createTable('former_category')
    .addColumn('name', 'text', (col) => col.primaryKey())
    .addColumn('category', 'text', (col) => col.notNull())
    .execute()
