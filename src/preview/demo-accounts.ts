import type { Address } from '#src/contract/account.ts'
import type { Role } from '#src/contract/values.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { calculateTotals, toPaise, toRupees } from '#src/rules/money.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { hasUsers, listPasswordHashes, replaceAddresses } from '#src/server/shop/account/queries.ts'
import { hashPassword, verifyPassword } from '#src/server/shop/auth/password-hash.ts'
import { listProducts } from '#src/server/shop/catalog/queries.ts'
import { toLineRow, toOrderRow } from '#src/server/shop/orders/new-order.ts'
import { insertOrder } from '#src/server/shop/orders/queries.ts'
import { createUser } from '#src/server/shop/users/queries.ts'
import { addWishlistItem } from '#src/server/shop/wishlist/queries.ts'
import { seedDemoOrders } from './demo-orders.ts'

interface DemoAccount {
  email: string
  password: string
  name: string
  role: Role
}

const customer = {
  email: 'asha@kairavi.example',
  password: 'moonlight over amer',
  name: 'Asha Rathore',
  role: 'customer',
} as const satisfies DemoAccount

const packer = {
  email: 'packer@kairavi.example',
  password: 'saffron silk and string',
  name: 'Meena Saini',
  role: 'packer',
} as const satisfies DemoAccount

const editor = {
  email: 'editor@kairavi.example',
  password: 'brass lamps at dusk',
  name: 'Vikram Shekhawat',
  role: 'editor',
} as const satisfies DemoAccount

const admin = {
  email: 'admin@kairavi.example',
  password: 'peacocks on the terrace',
  name: 'Gayatri Chauhan',
  role: 'admin',
} as const satisfies DemoAccount

/** Accounts of the embedded preview, with public passwords. */
export const demoAccounts: readonly DemoAccount[] = [customer, editor, admin, packer]

const ADDRESSES: Address[] = [
  {
    address: '7, Jalebi Chowk, Badi Chaupar',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302002',
    country: 'India',
    isDefault: true,
  },
  {
    address: 'Flat 12B, Sagar Mahal, Walkeshwar Road',
    city: 'Mumbai',
    state: 'Maharashtra',
    pincode: '400006',
    country: 'India',
    isDefault: false,
  },
]

const toOrderAddress = (address: Address | undefined) => {
  const { isDefault: _, ...rest } = address ?? { isDefault: false }
  return rest
}

const ACCOUNT_AGE_DAYS = 200
/** `items` are indexes in the catalogue. */
const ORDERS = [
  { daysAgo: 2, state: 'dispatched', items: [7, 1] },
  { daysAgo: 75, state: 'delivered', items: [6] },
] as const
const WISHLIST_COUNT = 3

/**
 * Creates the demo accounts in a preview without users.
 * @returns whether it created them.
 */
export async function seedDemoAccounts(deps: Deps): Promise<boolean> {
  if (!deps.env.PREVIEW || (await hasUsers(deps.db))) return false
  const hashes = await Promise.all(
    demoAccounts.map(({ password }) => hashPassword(deps.env, password)),
  )
  const customerId = await deps.db.transaction().execute(async (db) => {
    const ids = await Promise.all(
      demoAccounts.map((account, index) =>
        createDemoUser(db, account, hashes[index] ?? '', deps.now()),
      ),
    )
    const [customerId] = ids
    if (customerId) await seedDemoData(db, customerId, deps.now())
    return customerId
  })
  if (!customerId) return false
  if (deps.env.ORDERS.length > 0) await seedDemoOrders(deps, customerId)
  return true
}

/** Lists demo accounts that still have their public password. */
export async function listOpenDemoAccounts({
  db,
  env,
}: {
  db: Db
  env: Deps['env']
}): Promise<string[]> {
  const passwords = new Map(demoAccounts.map(({ email, password }) => [email, password]))
  const openAccounts: string[] = []
  for (const { email, password_hash } of await listPasswordHashes(db, [...passwords.keys()]))
    if (await verifyPassword(env, passwords.get(email) ?? '', password_hash))
      openAccounts.push(email)
  return openAccounts.toSorted()
}

/**
 * Creates a demo user.
 * @returns its id, or undefined if another process has just created it.
 */
async function createDemoUser(
  db: Db,
  { email, name, role }: DemoAccount,
  password_hash: string,
  now: number,
): Promise<string | undefined> {
  const user = await createUser(db, {
    email,
    display_name: name,
    password_hash,
    role,
    ...(role === 'customer' && { phone: '+91 98290 12345', gender: 'Female', dob: '1991-08-14' }),
    email_verified_at: now,
    created_at: now - ACCOUNT_AGE_DAYS * DAY_MS,
    updated_at: now,
  })
  return user?.id
}

async function seedDemoData(db: Db, userId: string, now: number): Promise<void> {
  await replaceAddresses(db, userId, ADDRESSES)
  const catalog = await listProducts(db)
  for (const [index, { daysAgo, state, items }] of ORDERS.entries()) {
    const bought = items.flatMap((index) => catalog[index] ?? [])
    const lines = bought.map(({ price_paise }) => ({ price: toRupees(price_paise), quantity: 1 }))
    const placed_at = now - daysAgo * DAY_MS
    const { subtotal, tax, total } = calculateTotals(lines)
    await insertOrder(
      db,
      toOrderRow({
        number: `KV-${1042 + ORDERS.length - index}`,
        user_id: userId,
        email: customer.email,
        name: customer.name,
        ship_to: JSON.stringify(toOrderAddress(ADDRESSES[0])),
        bill_to: JSON.stringify(toOrderAddress(ADDRESSES[0])),
        placed_at,
        subtotal_paise: toPaise(subtotal),
        tax_paise: toPaise(tax),
        total_paise: toPaise(total),
        state,
        payment_state: 'captured',
        method: 'razorpay',
        delivered_at: state === 'delivered' ? placed_at + 3 * DAY_MS : null,
      }),
      bought.map(({ id, slug, title, price_paise }, position) =>
        toLineRow({
          position,
          product_id: id,
          slug,
          title,
          unit_paise: price_paise,
          quantity: 1,
        }),
      ),
    )
  }
  const products = catalog.slice(0, WISHLIST_COUNT)
  for (const [index, { id, price_paise }] of products.toReversed().entries())
    await addWishlistItem(db, {
      userId,
      productId: id,
      pricePaise: price_paise,
      now: now - (products.length - 1 - index),
    })
}
