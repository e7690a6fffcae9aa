import { hasCode, parseLookup } from '#src/rules/search/lookup.ts'
import { hasPerson, toOrderNumbers } from '#src/rules/search/lookup-person.ts'
import { countRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import { giveTurns } from '../../core/turns.ts'

/** Accounts read at once by a search. */
const SEARCHED_PER_STATEMENT = 500

/** Without those that are being deleted. */
const existing = (db: Db) => db.selectFrom('user').where('user.deleted_at', 'is', null)

export const countCustomers = (db: Db): Promise<number> => countRows(existing(db))

/** @returns the ids of a page of all accounts, the newest first. */
export const listNewestCustomerIds = async (
  db: Db,
  page: number,
  pageSize: number,
): Promise<string[]> => {
  const rows = await existing(db)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Finds the accounts whose name and address have every word, that have the telephone number, the owner of an order, or
 * the account of an id. No index finds a part of a text: all accounts are read, and other requests have turns meanwhile.
 * @returns their ids, the newest first.
 */
export async function findCustomerIds(db: Db, search: string): Promise<string[]> {
  const lookup = parseLookup(search)
  const owners = await db
    .selectFrom('order')
    .select('user_id')
    .where('number', 'in', toOrderNumbers(search))
    .execute()
  const named = new Set(owners.map(({ user_id }) => user_id))
  const found: { id: string; created_at: number }[] = []
  for (let after = ''; ; ) {
    const rows = await existing(db)
      .select(['id', 'display_name', 'email', 'phone', 'created_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(SEARCHED_PER_STATEMENT)
      .execute()
    const last = rows.at(-1)
    if (!last) break
    after = last.id
    for (const { id, display_name, email, phone, created_at } of rows)
      if (
        named.has(id) ||
        hasCode([id], lookup) ||
        hasPerson({ name: display_name, email, phone }, lookup)
      )
        found.push({ id, created_at })
    await giveTurns()
  }
  return found
    .sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}

const withState = (db: Db) =>
  existing(db)
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

/** @returns these accounts, the newest first. */
export const listCustomers = (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : withState(db)
        .where('user.id', 'in', ids)
        .orderBy('user.created_at', 'desc')
        .orderBy('user.id')
        .execute()

export const findCustomer = (db: Db, id: string) =>
  withState(db).where('user.id', '=', id).executeTakeFirst()

/** @returns the products with these ids, also those that are not on sale. */
export const listProductsById = (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('product')
        .select(['id', 'title', 'archived_at'])
        .where('id', 'in', ids)
        .execute()
