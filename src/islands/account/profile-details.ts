import {
  birthComplaint,
  dayOf,
  LIMITS,
  phoneComplaint,
  pincodeComplaint,
  textComplaint,
} from '#src/rules/account-rules.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import type { FirstDetails } from '#src/stores/profile.ts'
import type { FieldReader } from './form-values.ts'
import { parseGender } from './GenderField.tsx'

const { account } = accountMessages

export const validateProfileDetails = (read: FieldReader) => ({
  phone: phoneComplaint(read('phone')),
  gender: parseGender(read('gender')) ? undefined : account.genderMissing,
  dob: birthComplaint(read('dob'), dayOf(new Date())),
  address: textComplaint(read('address'), account.addressMissing, LIMITS.street),
  city: textComplaint(read('city'), account.cityMissing, LIMITS.city),
  state: textComplaint(read('state'), account.stateMissing, LIMITS.city),
  pincode: pincodeComplaint(read('pincode'), read('country')),
  country: read('country').length > LIMITS.city ? account.tooLong(LIMITS.city) : undefined,
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
