import { hasCode, parseLookup } from '#src/editing/lookup.ts'
import { normalizePhone } from '#src/rules/account/account-validation.ts'
import { countRows } from '../../core/db/row-counts.ts'
import { findSearchedIds, orderByIds, SEARCHED_ROWS } from '../../core/db/scan-newest.ts'
import type { Db } from '../../core/db/schema.ts'
import { hasPerson, toOrderNumbers } from '../../core/lookup-person.ts'

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
 * Finds the accounts of this id, email or telephone, and the owner of an order, by index. Of the newest it finds those
 * whose name and address have every word.
 * @returns their ids, each of the two groups with the newest first.
 */
export async function findCustomerIds(
  db: Db,
  search: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const lookup = parseLookup(search)
  const exact = await existing(db)
    .select(['id', 'created_at'])
    .where((eb) =>
      eb.or([
        eb('user.id', '=', search),
        eb('email', '=', search.toLowerCase()),
        ...(lookup.phone === '' ? [] : [eb('phone', '=', normalizePhone(lookup.phone))]),
        eb(
          'user.id',
          'in',
          eb.selectFrom('order').select('user_id').where('number', 'in', toOrderNumbers(search)),
        ),
      ]),
    )
    .limit(SEARCHED_ROWS)
    .execute()
  exact.sort((a, b) => b.created_at - a.created_at)
  const ids = await listNewestCustomerIds(db, 1, SEARCHED_ROWS)
  const listMatches = async (part: string[]) => {
    const rows = await existing(db)
      .select(['id', 'display_name', 'email', 'phone'])
      .where('id', 'in', part)
      .execute()
    return rows.filter(
      ({ id, display_name, email, phone }) =>
        hasCode([id], lookup) || hasPerson({ name: display_name, email, phone }, lookup),
    )
  }
  return findSearchedIds(exact, ids, listMatches, signal)
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

/** @returns these accounts, in the order of the ids. */
export const listCustomers = async (db: Db, ids: string[]) =>
  ids.length === 0 ? [] : orderByIds(ids, await withState(db).where('user.id', 'in', ids).execute())

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
