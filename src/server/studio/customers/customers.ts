import type { z } from 'zod'
import { email as emailSchema } from '#src/contract/auth.ts'
import type {
  Customer,
  customerResponse,
  customersRequest,
  deleteCustomerRequest,
} from '#src/contract/customers.ts'
import type { Role } from '#src/contract/values.ts'
import { toIso } from '#src/rules/dates.ts'
import { mention } from '../../core/audit/audit-mentions.ts'
import { insertAuditEntry, insertHourlyAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Caller } from '../../core/http/mount.ts'
import { deleteAccounts, endAccount } from '../../shop/account/delete-account.ts'
import { exportPersonalData } from '../../shop/account/personal-data.ts'
import { exportCart, exportWishlist } from '../../shop/account/queries.ts'
import { snapshot } from '../../shop/catalog/service.ts'
import { listContactMessages } from '../../shop/contact/queries.ts'
import { exportReviews } from '../../shop/reviews/queries.ts'
import { getUser, pickPerson } from '../../shop/users/get-user.ts'
import { lockUser } from '../../shop/users/queries.ts'
import * as queries from './queries.ts'

const MISSING = 'There is no such customer.'

/** What a member of the staff did. */
const toEntry = ({ now }: Deps, { userId }: Caller, subject: string) => ({
  at: now(),
  actor_id: userId,
  action: 'customers',
  subject,
})

const toCustomer = (row: queries.CustomerRow): Customer => ({
  id: row.id,
  name: row.display_name,
  email: row.email,
  role: row.role as Role,
  isVerified: row.email_verified_at !== null,
  hasVerifiedOther: row.verified_other !== null,
  createdAt: toIso(row.created_at),
  expiresAt: row.expires_at === null ? null : toIso(row.expires_at),
  orderCount: Number(row.order_count ?? 0),
})

/** Nothing is shown that is not in the log: without its entry the call fails. */
export async function listCustomers(
  deps: Deps,
  caller: Caller,
  { search, page }: z.output<typeof customersRequest>,
  pageSize: number,
  signal?: AbortSignal,
): Promise<{ customers: Customer[]; total: number }> {
  const { db } = deps
  await insertHourlyAuditEntry(db, toEntry(deps, caller, 'Looked at the list of customers'))
  if (search === '') {
    const rows = await queries.listCustomers(
      db,
      await queries.listNewestCustomerIds(db, page, pageSize),
    )
    return { customers: rows.map(toCustomer), total: await queries.countCustomers(db) }
  }
  const ids = await queries.findCustomerIds(db, search, signal)
  const rows = await queries.listCustomers(db, ids.slice((page - 1) * pageSize, page * pageSize))
  return { customers: rows.map(toCustomer), total: ids.length }
}

/**
 * Reads from one state of the database, and writes in the log who looked.
 * @throws HttpError 404 for an unknown account.
 */
async function readWithEntry<T>(
  deps: Deps,
  caller: Caller,
  { id, action }: { id: string; action: string },
  read: (db: Deps['db'], customer: Customer) => Promise<T>,
): Promise<T> {
  const result = await snapshot(deps, async (db) => {
    const row = await queries.findCustomer(db, id)
    if (!row) throw new HttpError(404, MISSING)
    return read(db, toCustomer(row))
  })
  await insertAuditEntry(deps.db, toEntry(deps, caller, `${action} ${mention('customer', id)}`))
  return result
}

export const openCustomer = (deps: Deps, caller: Caller, id: string) =>
  readWithEntry(deps, caller, { id, action: 'Opened the customer' }, readCustomer)

export const exportCustomer = (deps: Deps, caller: Caller, id: string) =>
  readWithEntry(deps, caller, { id, action: 'Exported the data of the customer' }, (db, { role }) =>
    exportPersonalData({ ...deps, db }, { userId: id, role }),
  )

async function readCustomer(
  db: Db,
  customer: Customer,
): Promise<z.output<typeof customerResponse>> {
  const { id } = customer
  const user = await getUser(db, id)
  const cart = await exportCart(db, id)
  const wishlist = await exportWishlist(db, id)
  const reviews = await exportReviews(db, id)
  const ids = [...cart, ...wishlist, ...reviews].map(({ product_id }) => product_id)
  const rows = new Map((await queries.listProductsById(db, ids)).map((row) => [row.id, row]))
  const toProduct = (productId: string) => {
    const row = rows.get(productId)
    return { id: productId, title: row?.title ?? '', isOnSale: row?.archived_at === null }
  }
  // An unverified address may belong to another person, and so may its messages.
  const messages = customer.isVerified ? await listContactMessages(db, customer.email) : []
  return {
    ...customer,
    ...pickPerson(user),
    addresses: user.addresses,
    orders: user.orders,
    cart: cart.map(({ product_id, variant, quantity, created_at }) => ({
      product: toProduct(product_id),
      variant: JSON.parse(variant) as Record<string, string>,
      quantity,
      at: toIso(created_at),
    })),
    wishlist: wishlist.map(({ product_id, created_at }) => ({
      product: toProduct(product_id),
      at: toIso(created_at),
    })),
    reviews: reviews.map(({ product_id, stars, title, text, state, written_at }) => ({
      product: toProduct(product_id),
      stars,
      title,
      text,
      state,
      at: toIso(written_at),
    })),
    messages: messages.map(({ subject, order_number, message, created_at }) => ({
      subject,
      orderNumber: order_number,
      message,
      at: toIso(created_at),
    })),
  }
}

/** @throws HttpError 404 for an unknown account, 409 for one of the staff, 400 for another address than its own. */
export async function deleteCustomer(
  deps: Deps,
  caller: Caller,
  id: string,
  { confirmation, reason }: z.output<typeof deleteCustomerRequest>,
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const user = await lockUser(db, id)
    if (!user || user.deleted_at !== null) throw new HttpError(404, MISSING)
    if (user.role !== 'customer')
      throw new HttpError(
        409,
        'This account belongs to the team. Take its role away under Team first, then delete it here.',
      )
    if (emailSchema.safeParse(confirmation).data !== user.email)
      throw new HttpError(400, 'Please type the email address of this account.', {
        field: 'confirmation',
      })
    await endAccount(deps, db, user)
    const subject = `Deleted (${reason}) the customer ${mention('customer', id)}`
    await insertAuditEntry(db, toEntry(deps, caller, subject))
  })
  await deleteAccounts(deps, [id])
}
