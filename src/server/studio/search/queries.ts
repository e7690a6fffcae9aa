import type { ReviewState } from '#src/contract/values.ts'
import type { Db } from '../../core/db/schema.ts'

/** @returns the texts of these products, in the order of the shop. */
export const listProductTexts = (db: Db, ids: string[]) =>
  db
    .selectFrom('product')
    .select(['id', 'slug', 'title', 'category', 'price_paise', 'detail', 'archived_at'])
    .where('id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** @returns the addresses that these products had before, by the products' ids. */
export async function listFormerSlugs(
  db: Db,
  productIds: string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('former_slug')
    .select(['product_id', 'slug'])
    .where('product_id', 'in', productIds)
    .execute()
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id)
  return new Map([...byProduct].map(([id, found]) => [id, found.map(({ slug }) => slug)]))
}

/** Messages or reviews read at once. */
export const SEARCHED_PER_STATEMENT = 250

/** Where the part after a row begins. */
export interface Position {
  id: string
  at: number
}

/** @returns the newest messages, from the one after a position on. */
export const listSearchedMessages = (db: Db, after: Position | undefined) =>
  db
    .selectFrom('contact_message')
    .select(['id', 'created_at as at', 'number', 'first_name', 'last_name', 'email', 'company'])
    .select(['subject', 'order_number', 'message', 'note', 'state'])
    .$if(after !== undefined, (query) =>
      query
        .where('created_at', '<=', after?.at ?? 0)
        .where(({ eb, or }) =>
          or([eb('created_at', '<', after?.at ?? 0), eb('id', '<', after?.id ?? '')]),
        ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SEARCHED_PER_STATEMENT)
    .execute()
export type SearchedMessage = Awaited<ReturnType<typeof listSearchedMessages>>[number]

/** @returns the newest reviews of a state, from the one after a position on. */
export const listSearchedReviews = (db: Db, state: ReviewState, after: Position | undefined) =>
  db
    .selectFrom('review')
    .select(['id', 'written_at as at', 'product_id', 'title', 'author', 'text'])
    .where('state', '=', state)
    .$if(after !== undefined, (query) =>
      query
        .where('written_at', '<=', after?.at ?? 0)
        .where(({ eb, or }) =>
          or([eb('written_at', '<', after?.at ?? 0), eb('id', '<', after?.id ?? '')]),
        ),
    )
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SEARCHED_PER_STATEMENT)
    .execute()
export type SearchedReview = Awaited<ReturnType<typeof listSearchedReviews>>[number]

export const listTitlesOf = async (db: Db, productIds: string[]) =>
  productIds.length === 0
    ? []
    : db
        .selectFrom('product')
        .select(['id', 'title'])
        .where('id', 'in', [...new Set(productIds)])
        .execute()
