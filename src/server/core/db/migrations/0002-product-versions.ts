import type { Kysely } from 'kysely'

/** A publish reads the version of every product; rows have large details. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .createIndex('product_versions')
    .on('product')
    .columns(['archived_at', 'position', 'id', 'revision', 'updated_at'])
    .execute()
