import { randomUUID } from 'node:crypto'
import { inChunks, SHORT_ROWS_PER_STATEMENT } from '../db/chunks.ts'
import { compileRows } from '../db/compile-once.ts'
import type { Db } from '../db/schema.ts'
import type { PublishRequestRow, PublishResultRow } from './tables.ts'

const insertRequests = compileRows(
  ['id', 'created_at', 'product_id', 'editor_id', 'summary', 'accepted_products'],
  (db, rows) => db.insertInto('publish_request').values(rows),
)

/** Call it in the transaction that changes the catalogue. */
export async function insertPublishRequests(db: Db, rows: PublishRequestRow[]): Promise<void> {
  for (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await insertRequests(db, chunk)
}

/** Requests a publish that is about no single product. */
export const insertPublishRequest = (
  db: Db,
  now: number,
  {
    summary,
    editorId = null,
    acceptedProducts = null,
  }: { summary: string; editorId?: string | null; acceptedProducts?: number | null },
) =>
  insertPublishRequests(db, [
    {
      id: randomUUID(),
      created_at: now,
      product_id: null,
      editor_id: editorId,
      summary,
      accepted_products: acceptedProducts,
    },
  ])

/** @returns the saves that wait for a publish, the oldest first. */
export const listPublishRequests = (db: Db) =>
  db
    .selectFrom('publish_request')
    .select(['id', 'created_at', 'summary', 'editor_id', 'accepted_products'])
    .orderBy('created_at')
    .execute()

export async function countPublishRequests(db: Db): Promise<number> {
  const row = await db
    .selectFrom('publish_request')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** @returns the time of the oldest request. */
export async function findOldestPublishRequest(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('publish_request')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

/** Removes the requests that a publish has fulfilled; later ones stay. */
export async function deletePublishRequests(db: Db, ids: string[]): Promise<void> {
  for (const chunk of inChunks(ids))
    await db.deleteFrom('publish_request').where('id', 'in', chunk).execute()
}

export const findPublishResult = (db: Db) =>
  db.selectFrom('publish_result').selectAll().executeTakeFirst()

export const updatePublishResult = (db: Db, change: Partial<Omit<PublishResultRow, 'id'>>) =>
  db.updateTable('publish_result').set(change).execute()

/** @returns the ids of products that wait for a publish. */
export async function listUnpublished(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('publish_request')
    .select('product_id')
    .distinct()
    .where('product_id', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ product_id }) => product_id ?? []))
}

const REVISION = 'catalogue.revision'

/** @returns a number that increases with every change of the catalogue; 0 before the first. */
export async function getCatalogRevision(db: Db): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', REVISION)
    .executeTakeFirst()
  return row?.value ?? 0
}

/** Call it in the transaction that changes the catalogue. @returns the new revision. */
export async function incrementCatalogRevision(db: Db): Promise<number> {
  const { value } = await db
    .insertInto('setting')
    .values({ name: REVISION, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('setting.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
