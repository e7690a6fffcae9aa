import { z } from 'zod'
import {
  completeProfile,
  deleteAccount,
  profileReply,
  sessionsReply,
  updateProfile,
  updateReply,
  userReply,
} from './account.ts'
import {
  changePassword,
  emailOnly,
  googleLogin,
  googleNonce,
  login,
  loginReply,
  resendVerification,
  resetPassword,
  signup,
  signupReply,
  verifyEmail,
  verifyReply,
} from './auth.ts'
import { addToCart, cartReply, changeQuantity } from './cart.ts'
import { catalogueReply, productReply, productsReply } from './catalog.ts'
import { contactMessage, pageView } from './contact.ts'
import { done, health } from './reply.ts'
import { addToWishlist, wishlistReply } from './wishlist.ts'

/** Who may make a call. A route that names nobody does not compile. */
export type Access = 'anyone' | 'user' | 'editor'

export interface Endpoint {
  summary: string
  access: Access
  /** Status of the good answer; 200 where absent. */
  status?: 200 | 201 | 202
  query?: z.ZodType
  body?: z.ZodType
  reply: z.ZodType
  /** Statuses it may refuse with, beside 400, 403, 413, 415, 429, 500 and 503, which every call may. */
  refuses: number[]
  /** Understands `Idempotency-Key` (decisions, repeats do no harm). */
  idempotent?: true
}

/** Every call of the API: the specification's table (§7), then the decisions' table. */
export const endpoints = {
  'GET /products/get-all-products': {
    summary: 'Every product of the listing; with `detail=full` as the product pages need them.',
    access: 'anyone',
    query: z.object({ detail: z.literal('full').optional() }),
    reply: z.union([productsReply, catalogueReply]),
    refuses: [],
  },
  'GET /products/slug/:slug': {
    summary: 'One product by its slug.',
    access: 'anyone',
    reply: productReply,
    refuses: [404],
  },
  'POST /cart': {
    summary: 'Puts a product in the cart, or raises the quantity of the line already there.',
    access: 'user',
    body: addToCart,
    reply: done,
    refuses: [401, 404, 409, 422],
    idempotent: true,
  },
  'GET /cart': {
    summary: 'The cart, with the prices of this moment.',
    access: 'user',
    reply: cartReply,
    refuses: [401],
  },
  'PATCH /cart/:id': {
    summary: 'Changes the quantity of a line by a signed step.',
    access: 'user',
    body: changeQuantity,
    reply: done,
    refuses: [401, 404, 409, 422],
    idempotent: true,
  },
  'DELETE /cart/:id': {
    summary: 'Takes a line out of the cart.',
    access: 'user',
    reply: done,
    refuses: [401, 404],
  },
  'POST /auth/signup': {
    summary: 'Opens an account and mails a verification link.',
    access: 'anyone',
    status: 201,
    body: signup,
    reply: signupReply,
    refuses: [],
  },
  'POST /auth/login': {
    summary: 'Signs in with email and password.',
    access: 'anyone',
    body: login,
    reply: loginReply,
    refuses: [401],
  },
  'POST /auth/google': {
    summary: 'Signs in with an identity token of the configured OpenID provider.',
    access: 'anyone',
    body: googleLogin,
    reply: loginReply,
    refuses: [401, 404],
  },
  'POST /auth/logout': {
    summary: 'Ends this session.',
    access: 'anyone',
    reply: done,
    refuses: [],
  },
  'GET /users/getUserProfile': {
    summary: 'The signed-in user, or null for a visitor.',
    access: 'anyone',
    reply: profileReply,
    refuses: [],
  },
  'POST /users/complete-profile': {
    summary: 'Fills phone, gender, date of birth and the first address.',
    access: 'user',
    body: completeProfile,
    reply: userReply,
    refuses: [401],
  },
  'PUT /users/update': {
    summary: 'Changes the profile and its addresses.',
    access: 'user',
    body: updateProfile,
    reply: updateReply,
    refuses: [401],
  },
  'GET /wishlist/': {
    summary: 'The wishlist, newest first.',
    access: 'user',
    reply: wishlistReply,
    refuses: [401],
  },
  'POST /wishlist/': {
    summary: 'Puts a product on the wishlist; again is no error.',
    access: 'user',
    body: addToWishlist,
    reply: done,
    refuses: [401, 404],
  },
  'DELETE /wishlist/:id': {
    summary: 'Takes a product off the wishlist.',
    access: 'user',
    reply: done,
    refuses: [401, 404],
  },

  'GET /health': {
    summary: 'Whether the API is up, and whether it is the embedded preview.',
    access: 'anyone',
    reply: health,
    refuses: [],
  },
  'GET /auth/google/nonce': {
    summary: 'A nonce for the next social sign-in, bound to this browser.',
    access: 'anyone',
    reply: googleNonce,
    refuses: [404],
  },
  'POST /auth/verify-email': {
    summary: 'Verifies the address a verification link was mailed to.',
    access: 'anyone',
    body: verifyEmail,
    reply: verifyReply,
    refuses: [404, 409, 410],
  },
  'POST /auth/resend-verification': {
    summary: 'Mails a new verification link. The answer never tells whether the account exists.',
    access: 'anyone',
    status: 202,
    body: resendVerification,
    reply: done,
    refuses: [],
  },
  'POST /auth/forgot-password': {
    summary: 'Mails a reset link. The answer never tells whether the account exists.',
    access: 'anyone',
    status: 202,
    body: emailOnly,
    reply: done,
    refuses: [],
  },
  'POST /auth/reset-password': {
    summary: 'Sets a new password with a mailed token and ends every session.',
    access: 'anyone',
    body: resetPassword,
    reply: done,
    refuses: [404, 409, 410],
  },
  'PUT /auth/password': {
    summary: 'Changes the password; every other session ends.',
    access: 'user',
    body: changePassword,
    reply: done,
    refuses: [401],
  },
  'GET /users/sessions': {
    summary: "The user's signed-in devices.",
    access: 'user',
    reply: sessionsReply,
    refuses: [401],
  },
  'DELETE /users/sessions/:id': {
    summary: 'Ends one session of the user; `others` ends all but this one.',
    access: 'user',
    reply: done,
    refuses: [401, 404],
  },
  'GET /users/export': {
    summary: 'Everything the shop keeps about the user.',
    access: 'user',
    reply: z.record(z.string(), z.unknown()),
    refuses: [401],
  },
  'DELETE /users/account': {
    summary: 'Deletes the account and everything kept with it.',
    access: 'user',
    body: deleteAccount,
    reply: done,
    refuses: [401],
  },
  'POST /contact': {
    summary: 'Takes a message from the contact or the partner form.',
    access: 'anyone',
    status: 201,
    body: contactMessage,
    reply: done,
    refuses: [],
  },
  'POST /events': {
    summary: 'Counts a page view (Plausible events API).',
    access: 'anyone',
    status: 202,
    body: pageView,
    reply: done,
    refuses: [],
  },
} as const satisfies Record<string, Endpoint>

type Table = typeof endpoints
export type EndpointName = keyof Table

/** What a call sends, as its caller writes it. */
export type BodyOf<E extends EndpointName> = Table[E] extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined

/** What a call gives back when all is well. */
export type ReplyOf<E extends EndpointName> = z.output<Table[E]['reply']>
