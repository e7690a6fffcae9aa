import { sql } from 'kysely'
import { countRows } from '../db/row-counts.ts'
import type { Db } from '../deps.ts'

/** Lower case on both databases; the letters that `like` gives a meaning are escaped. */
const toPattern = (word: string): string =>
  `%${word.toLowerCase().replaceAll(/[!%_]/g, (sign) => `!${sign}`)}%`

/** Accounts whose name or address has every word, the owner of an order, or the account of an id. */
const found = (db: Db, search: string) =>
  db.selectFrom('user').$if(search !== '', (query) =>
    query.where((eb) => {
      const orderId = search.replace(/^#/, '')
      const owner = eb
        .selectFrom('order')
        .select('order.user_id')
        .where('order.id', 'in', [orderId, orderId.toUpperCase()])
      const text = sql`lower(${eb.ref('user.display_name')} || ' ' || ${eb.ref('user.email')})`
      const words = search
        .split(/\s+/)
        .map((word) => sql<boolean>`${text} like ${toPattern(word)} escape '!'`)
      return eb.or([eb.and(words), eb('user.id', '=', search), eb('user.id', 'in', owner)])
    }),
  )

export const countCustomers = (db: Db, search: string): Promise<number> =>
  countRows(found(db, search))

const withState = (query: ReturnType<typeof found>) =>
  query
    .select(['id', 'display_name', 'email', 'role', 'email_verified_at', 'created_at'])
    .select((eb) => [
      'expires_at',
      eb
        .selectFrom('order')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('order.user_id', '=', 'user.id')
        .as('order_count'),
      eb
        .selectFrom('user as owner')
        .select('owner.id')
        .whereRef('owner.email', '=', 'user.email')
        .whereRef('owner.id', '!=', 'user.id')
        .where('owner.email_verified_at', 'is not', null)
        .as('verified_other'),
    ])

export type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>

/** @returns a page of accounts, the newest first. */
export const listCustomers = (
  db: Db,
  { search, page }: { search: string; page: number },
  pageSize: number,
) =>
  withState(found(db, search))
    .orderBy('user.created_at', 'desc')
    .orderBy('user.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()

export const findCustomer = (db: Db, id: string) =>
  withState(db.selectFrom('user').where('user.id', '=', id)).executeTakeFirst()

/** @returns the products with these ids, also those that are not on sale. */
export const listProductsById = (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('product')
        .select(['id', 'title', 'archived_at'])
        .where('id', 'in', ids)
        .execute()
