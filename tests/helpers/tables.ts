import type { TableMetadata } from 'kysely'
import { findCurrentSchema } from '#src/server/core/db/queries.ts'
import type { Database, Db } from '#src/server/core/db/schema.ts'

export type Table = TableMetadata & { name: keyof Database }

/** The tables of a shop: introspection lists every schema of a PostgreSQL database, also those of other shops. */
export async function listTables({ deps: { db } }: { deps: { db: Db } }): Promise<Table[]> {
  const current = await findCurrentSchema(db)
  const tables = await db.introspection.getTables()
  return tables.filter(
    (table): table is Table =>
      (table.schema ?? current) === current && !table.name.startsWith('kysely'),
  )
}
