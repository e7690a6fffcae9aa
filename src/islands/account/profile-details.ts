import { ADDRESS_LIMITS } from '#src/contract/values.ts'
import {
  toIsoDate,
  validateDob,
  validatePhone,
  validatePincode,
  validateText,
} from '#src/rules/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import type { FirstDetails } from '#src/stores/profile.ts'
import type { FieldReader } from '../form/form-values.ts'
import { parseGender } from './GenderField.tsx'

const { account } = accountMessages

export const validateProfileDetails = (read: FieldReader) => ({
  phone: validatePhone(read('phone')),
  gender: parseGender(read('gender')) ? undefined : account.genderMissing,
  dob: validateDob(read('dob'), toIsoDate(new Date())),
  address: validateText(read('address'), account.addressMissing, ADDRESS_LIMITS.address),
  city: validateText(read('city'), account.cityMissing, ADDRESS_LIMITS.city),
  state: validateText(read('state'), account.stateMissing, ADDRESS_LIMITS.state),
  pincode: validatePincode(read('pincode'), read('country')),
  country:
    read('country').length > ADDRESS_LIMITS.country
      ? account.tooLong(ADDRESS_LIMITS.country)
      : undefined,
})

/** What the form says, once it has no complaint. */
export const toProfileDetails = (read: FieldReader): FirstDetails => ({
  phone: read('phone').trim(),
  gender: parseGender(read('gender')) || 'Other',
  dob: read('dob'),
  address: {
    address: read('address').trim(),
    city: read('city').trim(),
    state: read('state').trim(),
    pincode: read('pincode').trim(),
    country: read('country').trim(),
  },
})
