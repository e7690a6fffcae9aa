import type { Db } from '../../core/db/schema.ts'
import type { DocumentRow } from './tables.ts'

/** @returns the next number of a series without gaps, which other transactions wait for. */
export async function allocateNumber(db: Db, series: string): Promise<number> {
  const row = await db
    .insertInto('setting')
    .values({ name: `documents.${series}`, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('setting.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(row.value)
}

export const insertDocument = (db: Db, document: DocumentRow) =>
  db.insertInto('document').values(document).execute()

/** @returns the documents of an order, the first one first. */
export const listDocuments = (db: Db, orderId: string): Promise<DocumentRow[]> =>
  db
    .selectFrom('document')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .orderBy('number')
    .execute()

export const listWithoutBody = (db: Db, limit: number): Promise<DocumentRow[]> =>
  db.selectFrom('document').selectAll().where('body', '=', '').orderBy('id').limit(limit).execute()

/** Fills a body once: a document that has one stays. */
export const fillBody = (db: Db, id: string, body: string) =>
  db.updateTable('document').set({ body }).where('id', '=', id).where('body', '=', '').execute()
