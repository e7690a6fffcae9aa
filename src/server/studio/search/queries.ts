import { toCodeKey } from '#src/contract/entry.ts'
import type { ReviewState } from '#src/contract/values.ts'
import { SEARCHED_ROWS } from '../../core/db/scan-newest.ts'
import type { Db } from '../../core/db/schema.ts'

const SUMMARY_COLUMNS = [
  'id',
  'slug',
  'title',
  'category',
  'price_paise',
  'archived_at',
  'updated_at',
  'revision',
] as const

/** Lists all products, in shop order. */
export const listProductSummaries = (db: Db) =>
  db.selectFrom('product').select(SUMMARY_COLUMNS).orderBy('position').orderBy('id').execute()

export const listProductTexts = (db: Db, ids: string[]) =>
  db
    .selectFrom('product')
    .select([...SUMMARY_COLUMNS, 'detail'])
    .where('id', 'in', ids)
    .execute()

/** Finds products by SKU or barcode. */
export async function listIdsByCode(db: Db, codes: string[]): Promise<string[]> {
  const keys = codes.flatMap((code) => [toCodeKey('sku', code), toCodeKey('barcode', code)])
  const rows = await db
    .selectFrom('product_code')
    .select('product_id')
    .where('code', 'in', [...new Set(keys)])
    .execute()
  return rows.map(({ product_id }) => product_id)
}

export async function listNewestMessageIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_message')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SEARCHED_ROWS)
    .execute()
  return rows.map(({ id }) => id)
}

export const listSearchedMessages = (db: Db, ids: string[]) =>
  db
    .selectFrom('contact_message')
    .select(['id', 'number', 'first_name', 'last_name', 'email', 'company'])
    .select(['subject', 'order_number', 'message', 'note', 'state'])
    .where('id', 'in', ids)
    .execute()
export type SearchedMessage = Awaited<ReturnType<typeof listSearchedMessages>>[number]

/** Finds messages by exact number or sender. */
export const listExactMessages = (db: Db, search: string, number: string) =>
  db
    .selectFrom('contact_message')
    .select('id')
    .where((eb) => eb.or([eb('number', '=', number), eb('email', '=', search.toLowerCase())]))
    .orderBy('created_at', 'desc')
    .limit(SEARCHED_ROWS)
    .execute()

export async function listNewestReviewIds(
  db: Db,
  state: ReviewState,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('review')
    .select('id')
    .where('state', '=', state)
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const listSearchedReviews = (db: Db, ids: string[]) =>
  db
    .selectFrom('review')
    .select(['id', 'product_id', 'title', 'author', 'text', 'state'])
    .where('id', 'in', ids)
    .execute()
export type SearchedReview = Awaited<ReturnType<typeof listSearchedReviews>>[number]
