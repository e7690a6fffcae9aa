import { z } from 'zod'
import { address, order, personFields } from './account.ts'
import { DELETION_REASONS } from './form-limits.ts'
import { REVIEW_STATES, ROLES } from './values.ts'

const time = z.iso.datetime()

export const customersRequest = z.strictObject({
  /** Words of name and address, a telephone number, an order number, or an account id. */
  search: z.string().trim().max(320).default(''),
  page: z.int().min(1).max(10_000).default(1),
})

const customer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  isVerified: z.boolean(),
  /** Whether another account owns the address, so that this one can never be verified. */
  hasVerifiedOther: z.boolean(),
  createdAt: time,
  /** Time when the unverified account expires. */
  expiresAt: time.nullable(),
  orderCount: z.int(),
})
export type Customer = z.output<typeof customer>

/** Newest account first. */
export const customersResponse = z.object({
  customers: z.array(customer),
  total: z.int(),
  pageCount: z.int(),
})

const product = z.object({ id: z.string(), title: z.string(), isOnSale: z.boolean() })

export const customerResponse = customer.extend({
  ...personFields,
  addresses: z.array(address),
  /** Newest first. */
  orders: z.array(order),
  cart: z.array(
    z.object({ product, variant: z.record(z.string(), z.string()), quantity: z.int(), at: time }),
  ),
  wishlist: z.array(z.object({ product, at: time })),
  reviews: z.array(
    z.object({
      product,
      stars: z.int(),
      title: z.string(),
      text: z.string(),
      state: z.enum(REVIEW_STATES),
      at: time,
    }),
  ),
  /** Empty without a verified address, because an unverified one may belong to someone else. */
  messages: z.array(
    z.object({ subject: z.string(), orderNumber: z.string(), message: z.string(), at: time }),
  ),
})

export const deleteCustomerRequest = z.strictObject({
  /** Email address of the account. */
  confirmation: z.string().max(320),
  reason: z.enum(DELETION_REASONS, 'Please choose a reason.'),
})
