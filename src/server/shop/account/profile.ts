import type { z } from 'zod'
import { messages } from '#src/channels/messages.ts'
import type {
  Address,
  completeProfileRequest,
  PersonField,
  updateProfileRequest,
} from '#src/contract/account.ts'
import {
  normalizePhone,
  validateDob,
  validatePhone,
  validatePincode,
  validateText,
} from '#src/rules/account/account-validation.ts'
import { HOUR_MS } from '#src/rules/constants.ts'
import { toDay } from '#src/rules/dates.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { validateState } from '../../core/indian-states.ts'
import { pickPerson } from '../users/get-user.ts'
import { getUserRow, listAddresses, updateUser } from '../users/queries.ts'
import type { UserRow } from '../users/tables.ts'
import { replaceAddresses } from './queries.ts'

type ProfileFields = Partial<Pick<UserRow, 'display_name' | PersonField>>

/** The easternmost offset, where the date is never behind the shopper's own. */
const MAX_UTC_OFFSET_MS = 14 * HOUR_MS

/**
 * Sets the profile of a new user.
 * @throws HttpError 400 that names the missing or invalid field.
 */
export async function completeProfile(
  deps: Deps,
  userId: string,
  body: z.output<typeof completeProfileRequest>,
): Promise<void> {
  const fields = {
    ...pickPerson(body),
    phone: parsePhone(body.phone),
    dob: parseDob(deps, body.dob),
  }
  assertCompleteAddress(body.addresses)
  await saveProfile(deps, userId, fields, body.addresses)
}

/**
 * Updates the fields in the body. An empty value clears a field.
 * @throws HttpError 400 that names the invalid field.
 */
export async function updateProfile(
  deps: Deps,
  userId: string,
  body: z.output<typeof updateProfileRequest>,
): Promise<void> {
  const { phone, dob } = body
  const fields: ProfileFields = { ...pickPerson(body), display_name: body.displayName }
  if (phone) fields.phone = parsePhone(phone)
  // A saved date that an earlier release accepted is not checked, so that other fields can be changed.
  if (dob && dob !== (await getUserRow(deps.db, userId)).dob) fields.dob = parseDob(deps, dob)
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
 * Checks that every address has street and city, and that its pincode, if any, is valid and in its state.
 * @param saved a saved combination of state and pincode is not checked again.
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

/** Checks that the first address of a new profile has state and pincode too (spec §5). */
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
