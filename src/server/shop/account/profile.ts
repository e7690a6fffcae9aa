import type { z } from 'zod'
import { messages } from '#src/channels/messages.ts'
import type {
  Address,
  completeProfileRequest,
  updateProfileRequest,
} from '#src/contract/account.ts'
import {
  normalizePhone,
  validateDob,
  validatePhone,
  validatePincode,
  validateText,
} from '#src/rules/account/account-validation.ts'
import { validateState } from '#src/rules/account/state-of-pincode.ts'
import { toDay } from '#src/rules/dates.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { getUserRow, listAddresses, updateUser } from '../users/queries.ts'
import type { UserRow } from '../users/tables.ts'
import { replaceAddresses } from './queries.ts'

type ProfileFields = Partial<Pick<UserRow, 'display_name' | 'phone' | 'gender' | 'dob'>>

/** The easternmost offset: today's date there is never behind the shopper's own. */
const MAX_UTC_OFFSET_MS = 14 * 60 * 60_000

/**
 * Sets the profile of a new user.
 * @throws HttpError 400 with the field that is missing or invalid.
 */
export async function completeProfile(
  deps: Deps,
  userId: string,
  body: z.output<typeof completeProfileRequest>,
): Promise<void> {
  const fields = {
    phone: parsePhone(body.phone),
    gender: body.gender,
    dob: parseDob(deps, body.dob),
  }
  assertCompleteAddress(body.addresses)
  await saveProfile(deps, userId, fields, body.addresses)
}

/**
 * Updates the fields that the body has; an empty value clears the field.
 * @throws HttpError 400 with the field that is invalid.
 */
export async function updateProfile(
  deps: Deps,
  userId: string,
  body: z.output<typeof updateProfileRequest>,
): Promise<void> {
  const { phone, gender, dob } = body
  const fields: ProfileFields = { display_name: body.displayName }
  if (phone !== undefined) fields.phone = phone && parsePhone(phone)
  if (gender !== undefined) fields.gender = gender
  if (dob !== undefined) {
    const saved = await getUserRow(deps.db, userId)
    // One that an earlier release accepted stays: another change of the profile has its own message.
    fields.dob = dob === '' || dob === saved.dob ? dob : parseDob(deps, dob)
  }
  await saveProfile(deps, userId, fields, body.addresses)
}

async function saveProfile(
  deps: Deps,
  userId: string,
  fields: ProfileFields,
  addresses: Address[] | undefined,
): Promise<void> {
  if (addresses) assertValidAddresses(addresses, await listAddresses(deps.db, userId))
  await deps.db.transaction().execute(async (db) => {
    await updateUser(db, userId, { ...fields, updated_at: deps.now() })
    if (addresses) await replaceAddresses(db, userId, addresses)
  })
}

function parsePhone(input: string): string {
  const message = validatePhone(input)
  if (message) throw new HttpError(400, message, { field: 'phone' })
  return normalizePhone(input)
}

function parseDob(deps: Deps, input: string): string {
  const today = toDay(deps.now() + MAX_UTC_OFFSET_MS)
  const message = validateDob(input, today)
  if (message) throw new HttpError(400, message, { field: 'dob' })
  return input
}

/**
 * Every address needs street and city, and a valid pincode if it has one, which lies in its state.
 * @param saved one that is saved so keeps its state: another change of the profile has its own message.
 */
function assertValidAddresses(
  addresses: readonly Address[],
  saved: readonly Pick<Address, 'state' | 'pincode'>[],
): void {
  for (const [index, { address, city, state, pincode, country }] of addresses.entries()) {
    if (!address || !city)
      throw toFieldError(index, address ? 'city' : 'address', messages.profile.addressIncomplete)
    const message = pincode ? validatePincode(pincode, country) : undefined
    if (message) throw toFieldError(index, 'pincode', message)
    if (saved.some((address) => address.state === state && address.pincode === pincode)) continue
    const mismatch = validateState(state, pincode, country)
    if (mismatch) throw toFieldError(index, 'state', mismatch)
  }
}

/** The first address of a new profile needs state and pincode as well (spec §5). */
function assertCompleteAddress(addresses: readonly Address[]): void {
  const [first] = addresses
  const { account } = messages
  if (!first) throw toFieldError(0, 'address', account.addressMissing)
  const required = [
    ['address', account.addressMissing],
    ['city', account.cityMissing],
    ['state', account.stateMissing],
    ['pincode', account.pincodeMissing],
  ] as const
  for (const [field, missing] of required) {
    const message = validateText(first[field], missing, Number.POSITIVE_INFINITY)
    if (message) throw toFieldError(0, field, message)
  }
}

const toFieldError = (index: number, field: keyof Address, message: string) =>
  new HttpError(400, message, { field: `addresses.${index}.${field}` })
