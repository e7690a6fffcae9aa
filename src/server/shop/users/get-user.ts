import { type Address, PERSON_FIELDS, type PersonField, type User } from '#src/contract/account.ts'
import type { Role } from '#src/contract/values.ts'
import { findPrimaryAddress } from '#src/rules/account/addresses.ts'
import type { Db } from '../../core/db/schema.ts'
import { getGift, listQuantities } from '../cart/queries.ts'
import { listProfileOrders } from '../orders/profile-orders.ts'
import { listWishlistProductIds } from '../wishlist/queries.ts'
import { getUserRow, listAddresses } from './queries.ts'
import type { UserRow } from './tables.ts'

interface UserRelations {
  addresses: Address[]
  orders: User['orders']
  wishlist: string[]
  cart: string[]
  gift: User['gift']
}

const NO_ADDRESS = { address: '', city: '', state: '', pincode: '', country: '' }

export const pickPerson = <T extends Partial<Record<PersonField, string>>>(from: T) =>
  Object.fromEntries(PERSON_FIELDS.map((field) => [field, from[field]])) as Pick<T, PersonField>

/** Lists every field by name, so that another column is not exposed. */
function toUser(row: UserRow, relations: UserRelations): User {
  const primary = findPrimaryAddress(relations.addresses)
  const { address, city, state, pincode, country } = primary ?? NO_ADDRESS
  return {
    uid: row.id,
    displayName: row.display_name,
    email: row.email,
    ...(pickPerson(row) as Pick<User, PersonField>),
    photoURL: row.photo_url,
    role: row.role as Role,
    isVerified: row.email_verified_at !== null,
    created_at: { _seconds: Math.floor(row.created_at / 1000) },
    address,
    city,
    state,
    pincode,
    country,
    addresses: relations.addresses,
    primary_address: primary,
    orders: relations.orders,
    wishlist: relations.wishlist,
    cart: relations.cart,
    gift: relations.gift,
    hasPassword: row.password_hash !== null,
  }
}

/** @throws when the user does not exist. */
export async function getUser(db: Db, userId: string): Promise<User> {
  const row = await getUserRow(db, userId)
  const lines = await listQuantities(db, userId)
  return toUser(row, {
    addresses: await listAddresses(db, userId),
    orders: await listProfileOrders(db, userId),
    wishlist: await listWishlistProductIds(db, userId),
    cart: lines.flatMap(({ product_id, quantity }) => Array<string>(quantity).fill(product_id)),
    gift: await getGift(db, userId),
  })
}
