import { computed } from 'nanostores'
import type { Address, User } from '#src/contract/account.ts'
import { $user } from './session.ts'

const NO_ADDRESS: Address = {
  address: '',
  city: '',
  state: '',
  pincode: '',
  country: '',
  isDefault: false,
}

const { isDefault: _, ...NO_FLAT_ADDRESS } = NO_ADDRESS

const NO_DETAILS: Omit<User, 'uid'> = {
  ...NO_FLAT_ADDRESS,
  displayName: '',
  email: '',
  phone: '',
  gender: '',
  dob: '',
  photoURL: '',
  role: 'customer',
  isVerified: false,
  created_at: { _seconds: 0 },
  addresses: [],
  primary_address: null,
  orders: [],
  wishlist: [],
  cart: [],
  gift: { wrap: false, note: '' },
  hasPassword: true,
}

/** The user with every field: an API of another origin may send some of them. */
function parseUser(user: User): User {
  const addresses = (user.addresses ?? []).map((given) => ({ ...NO_ADDRESS, ...given }))
  return { ...NO_DETAILS, ...user, addresses }
}

/** The signed-in user, as the pages of the account and the checkout show it. */
export const $account = computed($user, (user) => user && parseUser(user))
