import type { Address, User } from '#src/contract/account.ts'
import type { Role } from '#src/contract/values.ts'
import { findPrimaryAddress } from '#src/rules/addresses.ts'
import type { UserRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'
import { listAddresses } from './addresses.ts'

interface Kept {
  addresses: Address[]
  orders: User['orders']
  wishlist: string[]
  cart: string[]
}

const NO_ADDRESS = { address: '', city: '', state: '', pincode: '', country: '' }

/** The user as the client holds it: named field by field, so that nothing else slips out. */
function toUser(row: UserRow, kept: Kept): User {
  const primary = findPrimaryAddress(kept.addresses)
  const { address, city, state, pincode, country } = primary ?? NO_ADDRESS
  return {
    uid: row.id,
    displayName: row.display_name,
    email: row.email,
    phone: row.phone,
    gender: row.gender as User['gender'],
    dob: row.dob,
    photoURL: row.photo_url,
    role: row.role as Role,
    isVerified: row.email_verified_at !== null,
    created_at: { _seconds: Math.floor(row.created_at / 1000) },
    address,
    city,
    state,
    pincode,
    country,
    addresses: kept.addresses,
    primary_address: primary,
    orders: kept.orders,
    wishlist: kept.wishlist,
    cart: kept.cart,
    hasPassword: row.password_hash !== null,
  }
}

/** @throws when there is no such user: the caller has just found one. */
export async function getUser(db: Db, userId: string): Promise<User> {
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return toUser(row, {
    addresses: await listAddresses(db, userId),
    orders: await listOrders(db, userId),
    wishlist: await listWishlistProductIds(db, userId),
    cart: await listCartProductIds(db, userId),
  })
}

async function listOrders(db: Db, userId: string): Promise<User['orders']> {
  const rows = await db
    .selectFrom('order')
    .select(['id', 'placed_at', 'total_paise'])
    .where('user_id', '=', userId)
    .orderBy('placed_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    date: new Date(row.placed_at).toISOString(),
    total: row.total_paise / 100,
  }))
}

async function listWishlistProductIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('wishlist_item')
    .innerJoin('product', 'product.id', 'wishlist_item.product_id')
    .select('product_id')
    .where('user_id', '=', userId)
    .where('product.archived_at', 'is', null)
    .orderBy('wishlist_item.created_at', 'desc')
    .orderBy('product_id')
    .execute()
  return rows.map((row) => row.product_id)
}

/** One entry for each piece of what is still on sale. */
async function listCartProductIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cart_item')
    .innerJoin('product', 'product.id', 'cart_item.product_id')
    .select(['product_id', 'quantity'])
    .where('user_id', '=', userId)
    .where('product.archived_at', 'is', null)
    .orderBy('cart_item.created_at')
    .orderBy('cart_item.id')
    .execute()
  return rows.flatMap((row) => Array.from({ length: row.quantity }, () => row.product_id))
}
