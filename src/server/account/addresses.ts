import { randomUUID } from 'node:crypto'
import type { Address } from '#src/contract/account.ts'
import { validatePincode, validateText } from '#src/rules/account-validation.ts'
import { withOneDefault } from '#src/rules/addresses.ts'
import { messages } from '#src/rules/messages.ts'
import type { Db } from '../deps.ts'
import { HttpError } from '../errors.ts'

/** The user's addresses in their order. */
export async function listAddresses(db: Db, userId: string): Promise<Address[]> {
  const rows = await db
    .selectFrom('address')
    .select(['address', 'city', 'state', 'pincode', 'country', 'is_default'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()
  return rows.map(({ is_default, ...row }) => ({ ...row, isDefault: is_default === 1 }))
}

/**
 * Puts the list in the place of the one before, with exactly one default. The caller holds the
 * user's row, so that two saves at once leave one of the two lists, not both.
 */
export async function replaceAddresses(
  db: Db,
  userId: string,
  addresses: readonly Address[],
): Promise<void> {
  await db.deleteFrom('address').where('user_id', '=', userId).execute()
  if (addresses.length === 0) return
  await db
    .insertInto('address')
    .values(
      withOneDefault(addresses).map(({ isDefault, ...address }, position) => ({
        ...address,
        id: randomUUID(),
        user_id: userId,
        position,
        is_default: isDefault ? 1 : 0,
      })),
    )
    .execute()
}

/**
 * What every kept address needs: street and city, and a pincode that India has where it is Indian.
 * @throws Refused 400 at the field that is wrong.
 */
export function assertValidAddresses(addresses: readonly Address[]): void {
  for (const [place, one] of addresses.entries()) {
    if (!one.address || !one.city)
      throw wrong(place, one.address ? 'city' : 'address', messages.profile.addressIncomplete)
    const pincode = one.pincode ? validatePincode(one.pincode, one.country) : undefined
    if (pincode) throw wrong(place, 'pincode', pincode)
  }
}

/** The first address of a new profile needs state and pincode as well (spec §5). */
export function assertCompleteAddress(addresses: readonly Address[]): void {
  const [first] = addresses
  const { account } = messages
  if (!first) throw wrong(0, 'address', account.addressMissing)
  const needs = [
    ['address', account.addressMissing],
    ['city', account.cityMissing],
    ['state', account.stateMissing],
    ['pincode', account.pincodeMissing],
  ] as const
  for (const [field, missing] of needs) {
    const complaint = validateText(first[field], missing, Number.POSITIVE_INFINITY)
    if (complaint) throw wrong(0, field, complaint)
  }
}

const wrong = (place: number, field: keyof Address, message: string) =>
  new HttpError(400, message, { field: `addresses.${place}.${field}` })
