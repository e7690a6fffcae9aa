import type { Db } from '../deps.ts'

const NAME = 'catalogue.revision'

/** Grows with every change of the catalogue; 0 before the first. */
export async function getCatalogueRevision(db: Db): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return row?.value ?? 0
}

/** Says that the catalogue changed. Call it in the transaction that makes the change. */
export async function incrementCatalogueRevision(db: Db): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name: NAME, value: 1 })
    .onConflict((clash) =>
      clash.column('name').doUpdateSet((eb) => ({ value: eb('setting.value', '+', 1) })),
    )
    .execute()
}
