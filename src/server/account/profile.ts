import type { z } from 'zod'
import type { completeProfileRequest, updateProfileRequest } from '#src/contract/account.ts'
import { normalizePhone, validateDob, validatePhone } from '#src/rules/account-validation.ts'
import type { UserRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { assertCompleteAddress, assertValidAddresses, replaceAddresses } from './addresses.ts'

type Fields = Partial<Pick<UserRow, 'display_name' | 'phone' | 'gender' | 'dob'>>

/** Ahead of every shopper's own day. */
const FURTHEST_EAST_MS = 14 * 60 * 60_000

function phoneOf(given: string): string {
  const complaint = validatePhone(given)
  if (complaint) throw new HttpError(400, complaint, { field: 'phone' })
  return normalizePhone(given)
}

function dobOf(deps: Deps, given: string): string {
  const today = new Date(deps.now() + FURTHEST_EAST_MS).toISOString().slice(0, 10)
  const complaint = validateDob(given, today)
  if (complaint) throw new HttpError(400, complaint, { field: 'dob' })
  return given
}

/**
 * Fills the profile of somebody new.
 * @throws Refused 400 at the field that is missing or wrong.
 */
export async function completeProfile(
  deps: Deps,
  userId: string,
  given: z.output<typeof completeProfileRequest>,
): Promise<void> {
  const fields = {
    phone: phoneOf(given.phone),
    gender: given.gender,
    dob: dobOf(deps, given.dob),
  }
  assertCompleteAddress(given.addresses)
  await save(deps, userId, fields, given.addresses)
}

/**
 * Changes what is given and leaves the rest; what is given empty is emptied.
 * @throws Refused 400 at the field that is wrong.
 */
export async function updateProfile(
  deps: Deps,
  userId: string,
  given: z.output<typeof updateProfileRequest>,
): Promise<void> {
  const { phone, gender, dob } = given
  const fields: Fields = { display_name: given.displayName }
  if (phone !== undefined) fields.phone = phone && phoneOf(phone)
  if (gender !== undefined) fields.gender = gender
  if (dob !== undefined) fields.dob = dob && dobOf(deps, dob)
  await save(deps, userId, fields, given.addresses)
}

async function save(
  deps: Deps,
  userId: string,
  fields: Fields,
  addresses: z.output<typeof updateProfileRequest>['addresses'],
): Promise<void> {
  if (addresses) assertValidAddresses(addresses)
  await deps.db.transaction().execute(async (db) => {
    await db
      .updateTable('user')
      .set({ ...fields, updated_at: deps.now() })
      .where('id', '=', userId)
      .execute()
    if (addresses) await replaceAddresses(db, userId, addresses)
  })
}
