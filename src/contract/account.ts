import { z } from 'zod'
import { GENDERS, ROLES } from './values.ts'

const line = (max: number) => z.string().trim().max(max)

export const address = z.strictObject({
  address: line(200),
  city: line(80),
  state: line(80).default(''),
  pincode: line(12).default(''),
  country: line(80).default(''),
  isDefault: z.boolean().default(false),
})
export type Address = z.output<typeof address>

export const order = z.object({
  id: z.string(),
  /** ISO 8601 instant. */
  date: z.string(),
  /** Rupees. */
  total: z.number(),
})

/** The user as the client holds it (spec §3). */
export const user = z.object({
  uid: z.string(),
  displayName: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.union([z.enum(GENDERS), z.literal('')]),
  /** YYYY-MM-DD, or empty. */
  dob: z.string(),
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
  /** Product ids, one entry for each piece. */
  cart: z.array(z.string()),
  /** True when the account has a password (an account made through Google has none). */
  hasPassword: z.boolean(),
})
export type User = z.output<typeof user>

export const completeProfileResponse = z.object({ user, message: z.string().optional() })
/** `user: null` is a visitor, not an error (decisions, session at app start). */
export const profileResponse = z.object({ user: user.nullable(), message: z.string().optional() })

const addresses = z.array(address).max(20, 'At most 20 addresses can be kept.')
const phone = line(24)
const dob = line(10)

/** `uid` is in the specification's payload and ignored: the session says who it is. */
export const completeProfileRequest = z.strictObject({
  uid: z.unknown().optional(),
  phone,
  gender: z.enum(GENDERS),
  dob,
  addresses,
  primary_address: address.nullable().optional(),
})

/** `email` is accepted and ignored: it is read-only. */
export const updateProfileRequest = z.strictObject({
  displayName: line(80).min(1, 'Please enter your full name.'),
  email: z.unknown().optional(),
  phone: phone.optional(),
  gender: z.union([z.enum(GENDERS), z.literal('')]).optional(),
  dob: dob.optional(),
  addresses: addresses.optional(),
  primary_address: address.nullable().optional(),
})
export const updateProfileResponse = z.object({
  success: z.literal(true),
  user,
  message: z.string(),
})

/** One signed-in device of the user. */
export const deviceSession = z.object({
  id: z.string(),
  /** What the browser called itself, shortened for reading. */
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
  /** The password again; for an account without one, the e-mail address. */
  confirmation: z.string().max(320),
})
