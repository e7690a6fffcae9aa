import { z } from 'zod'
import { gift } from './cart.ts'
import { ACCOUNT_LIMITS, ADDRESS_LIMITS, GENDERS, MAX_ADDRESSES } from './form-limits.ts'
import { singleLine } from './texts.ts'
import { ROLES } from './values.ts'

/** Code of the authenticator app, or a recovery code. Required for an account with a second factor. */
export const optionalCode = z.string().trim().max(40).optional()

export const address = z.strictObject({
  address: singleLine(ADDRESS_LIMITS.address),
  city: singleLine(ADDRESS_LIMITS.city),
  state: singleLine(ADDRESS_LIMITS.state).default(''),
  pincode: singleLine(ADDRESS_LIMITS.pincode).default(''),
  country: singleLine(ADDRESS_LIMITS.country).default(''),
  isDefault: z.boolean().default(false),
})
export type Address = z.output<typeof address>

export const orderItem = z.object({
  /** Slug of its current page; empty if it has none. */
  slug: z.string(),
  title: z.string(),
  /** Name of the variant at that time, e.g. `Size S`; absent without one. */
  choice: z.string().optional(),
  quantity: z.int(),
  /** Its picture at the time of the order; empty without one. */
  picture: z.string(),
})
export type OrderItem = z.output<typeof orderItem>

export const order = z.object({
  id: z.string(),
  /** ISO 8601 instant. */
  date: z.string(),
  total: z.number(),
  /** Absent in orders of earlier releases, like `items`. */
  state: z.string().optional(),
  items: z.array(orderItem).optional(),
})

/** Fields of the person, each a column of the table `user`. Those that the specification lacks are optional. */
export const personFields = {
  phone: singleLine(ACCOUNT_LIMITS.phone),
  gender: z.union([z.enum(GENDERS), z.literal('')]),
  /** YYYY-MM-DD, or empty. */
  dob: singleLine(10),
}
export type PersonField = keyof typeof personFields

export const PERSON_LABELS: Record<PersonField, string> = {
  phone: 'Phone',
  gender: 'Gender',
  dob: 'Date of birth',
}
export const PERSON_FIELDS = Object.keys(PERSON_LABELS) as PersonField[]

/** The user as clients receive it (spec §3). */
export const user = z.object({
  uid: z.string(),
  displayName: z.string(),
  email: z.string(),
  ...personFields,
  photoURL: z.string(),
  role: z.enum(ROLES),
  isVerified: z.boolean(),
  created_at: z.object({ _seconds: z.int() }),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
  addresses: z.array(address),
  primary_address: address.nullable(),
  orders: z.array(order),
  /** Product ids. */
  wishlist: z.array(z.string()),
  /** Product ids. An id is repeated for each unit of quantity. */
  cart: z.array(z.string()),
  gift,
  /** False for an account that was created through Google and has no password. */
  hasPassword: z.boolean(),
})
export type User = z.output<typeof user>

export const completeProfileResponse = z.object({ user, message: z.string().optional() })
/** `user` is null for a visitor (docs/decisions/product.md#session-at-app-start). */
export const profileResponse = z.object({ user: user.nullable(), message: z.string().optional() })

const addresses = z
  .array(address)
  .max(MAX_ADDRESSES, `At most ${MAX_ADDRESSES} addresses can be kept.`)

/** `uid` is part of the specification's payload, but ignored: the session identifies the user. */
export const completeProfileRequest = z.strictObject({
  uid: z.unknown().optional(),
  ...personFields,
  gender: z.enum(GENDERS),
  addresses,
  primary_address: address.nullable().optional(),
})

/** `email` is accepted but ignored, because it is read-only. */
export const updateProfileRequest = z.strictObject({
  displayName: singleLine(ACCOUNT_LIMITS.name).min(1, 'Please enter your full name.'),
  email: z.unknown().optional(),
  ...z.object(personFields).partial().shape,
  addresses: addresses.optional(),
  primary_address: address.nullable().optional(),
})
export const updateProfileResponse = z.object({
  success: z.literal(true),
  user,
  message: z.string(),
})

/** A device on which the user is signed in. */
export const deviceSession = z.object({
  id: z.string(),
  /** Readable form of the User-Agent header. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
})
export type DeviceSession = z.output<typeof deviceSession>
export const sessionsResponse = z.object({
  success: z.literal(true),
  sessions: z.array(deviceSession),
})

export const deleteAccountRequest = z.strictObject({
  /** The current password, or the email address if the account has no password. */
  confirmation: z.string().max(320),
  code: optionalCode,
})
export type DeleteAccountRequest = z.input<typeof deleteAccountRequest>
