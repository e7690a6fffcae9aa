import type { Address } from '#src/contract/account.ts'
import type { Role } from '#src/contract/values.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { createUser } from '../auth/user-queries.ts'
import type { Db, Deps } from '../deps.ts'
import { replaceAddresses } from './addresses.ts'

interface DemoAccount {
  email: string
  password: string
  name: string
  role: Role
}

const asha = {
  email: 'asha@kairavi.example',
  password: 'moonlight over amer',
  name: 'Asha Rathore',
  role: 'customer',
} as const satisfies DemoAccount

const editor = {
  email: 'editor@kairavi.example',
  password: 'brass lamps at dusk',
  name: 'Vikram Shekhawat',
  role: 'editor',
} as const satisfies DemoAccount

/** Accounts of the embedded preview; what they open is nobody's. */
export const demoAccounts: readonly DemoAccount[] = [asha, editor]

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

const DAY = 24 * 60 * 60_000
/** Days ago, and the total in paise. */
const ORDERS = [
  { daysAgo: 12, totalPaise: 4_830_000 },
  { daysAgo: 75, totalPaise: 13_125_000 },
]
const WISHLIST_COUNT = 3

/**
 * Opens the demo accounts in a preview that nobody has signed up to yet.
 * @returns whether they were opened now.
 */
export async function seedDemoAccounts(deps: Deps): Promise<boolean> {
  if (!deps.env.PREVIEW || (await hasUsers(deps.db))) return false
  const hashes = await Promise.all(demoAccounts.map(({ password }) => hashPassword(password)))
  return deps.db.transaction().execute(async (db) => {
    const ids = await Promise.all(
      demoAccounts.map((account, place) => createDemoUser(deps, db, account, hashes[place] ?? '')),
    )
    const [customer] = ids
    if (!customer) return false
    await seedDemoData(deps, db, customer)
    return true
  })
}

const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

/** @returns the new id, or nothing when another process was faster. */
async function createDemoUser(
  deps: Deps,
  db: Db,
  { email, name, role }: DemoAccount,
  hash: string,
) {
  const now = deps.now()
  const user = await createUser(db, {
    email,
    display_name: name,
    password_hash: hash,
    role,
    ...(role === 'customer' && { phone: '+91 98290 12345', gender: 'Female', dob: '1991-08-14' }),
    email_verified_at: now,
    created_at: now - 200 * DAY,
    updated_at: now,
  })
  return user?.id
}

async function seedDemoData(deps: Deps, db: Db, userId: string): Promise<void> {
  const now = deps.now()
  await replaceAddresses(db, userId, ADDRESSES)
  await db
    .insertInto('order')
    .values(
      ORDERS.map(({ daysAgo, totalPaise }, place) => ({
        id: `KV-${1042 + ORDERS.length - place}`,
        user_id: userId,
        placed_at: now - daysAgo * DAY,
        total_paise: totalPaise,
      })),
    )
    .onConflict((clash) => clash.column('id').doNothing())
    .execute()
  const wishes = await db
    .selectFrom('product')
    .select('id')
    .where('archived_at', 'is', null)
    .orderBy('position')
    .limit(WISHLIST_COUNT)
    .execute()
  if (wishes.length === 0) return
  await db
    .insertInto('wishlist_item')
    .values(
      wishes.map(({ id }, place) => ({ user_id: userId, product_id: id, created_at: now - place })),
    )
    .execute()
}
