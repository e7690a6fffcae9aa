import { z } from 'zod'
import {
  completeProfileRequest,
  completeProfileResponse,
  deleteAccountRequest,
  profileResponse,
  sessionsResponse,
  updateProfileRequest,
  updateProfileResponse,
} from './account.ts'
import {
  changePasswordRequest,
  forgotPasswordRequest,
  googleLoginRequest,
  googleNonceResponse,
  loginRequest,
  loginResponse,
  resendVerificationRequest,
  resetPasswordRequest,
  signupRequest,
  signupResponse,
  verifyEmailRequest,
  verifyEmailResponse,
} from './auth.ts'
import { addToCartRequest, cartResponse, updateCartItemRequest } from './cart.ts'
import { catalogueResponse, productResponse, productsResponse } from './catalog.ts'
import { contactMessage, pageView } from './contact.ts'
import { healthResponse, successResponse } from './responses.ts'
import { addToWishlistRequest, wishlistResponse } from './wishlist.ts'

/** Who may make a call. A route that names nobody does not compile. */
export type Access = 'public' | 'user' | 'editor'

export interface Endpoint {
  summary: string
  access: Access
  /** Status of the good answer; 200 where absent. */
  status?: 200 | 201 | 202
  query?: z.ZodType
  body?: z.ZodType
  response: z.ZodType
  /** Statuses it may refuse with, beside 400, 403, 413, 415, 429, 500 and 503, which every call may. */
  errorStatuses: number[]
  /** Understands `Idempotency-Key` (decisions, repeats do no harm). */
  idempotent?: true
}

/** Every call of the API: the specification's table (§7), then the decisions' table. */
export const endpoints = {
  'GET /products/get-all-products': {
    summary: 'Every product of the listing; with `detail=full` as the product pages need them.',
    access: 'public',
    query: z.object({ detail: z.literal('full').optional() }),
    response: z.union([productsResponse, catalogueResponse]),
    errorStatuses: [],
  },
  'GET /products/slug/:slug': {
    summary: 'One product by its slug.',
    access: 'public',
    response: productResponse,
    errorStatuses: [404],
  },
  'POST /cart': {
    summary: 'Puts a product in the cart, or raises the quantity of the line already there.',
    access: 'user',
    body: addToCartRequest,
    response: successResponse,
    errorStatuses: [401, 404, 409, 422],
    idempotent: true,
  },
  'GET /cart': {
    summary: 'The cart, with the prices of this moment.',
    access: 'user',
    response: cartResponse,
    errorStatuses: [401],
  },
  'PATCH /cart/:id': {
    summary: 'Changes the quantity of a line by a signed step.',
    access: 'user',
    body: updateCartItemRequest,
    response: successResponse,
    errorStatuses: [401, 404, 409, 422],
    idempotent: true,
  },
  'DELETE /cart/:id': {
    summary: 'Takes a line out of the cart.',
    access: 'user',
    response: successResponse,
    errorStatuses: [401, 404],
  },
  'POST /auth/signup': {
    summary: 'Opens an account and mails a verification link.',
    access: 'public',
    status: 201,
    body: signupRequest,
    response: signupResponse,
    errorStatuses: [],
  },
  'POST /auth/login': {
    summary: 'Signs in with email and password.',
    access: 'public',
    body: loginRequest,
    response: loginResponse,
    errorStatuses: [401],
  },
  'POST /auth/google': {
    summary: 'Signs in with an identity token of the configured OpenID provider.',
    access: 'public',
    body: googleLoginRequest,
    response: loginResponse,
    errorStatuses: [401, 404],
  },
  'POST /auth/logout': {
    summary: 'Ends this session.',
    access: 'public',
    response: successResponse,
    errorStatuses: [],
  },
  'GET /users/getUserProfile': {
    summary: 'The signed-in user, or null for a visitor.',
    access: 'public',
    response: profileResponse,
    errorStatuses: [],
  },
  'POST /users/complete-profile': {
    summary: 'Fills phone, gender, date of birth and the first address.',
    access: 'user',
    body: completeProfileRequest,
    response: completeProfileResponse,
    errorStatuses: [401],
  },
  'PUT /users/update': {
    summary: 'Changes the profile and its addresses.',
    access: 'user',
    body: updateProfileRequest,
    response: updateProfileResponse,
    errorStatuses: [401],
  },
  'GET /wishlist/': {
    summary: 'The wishlist, newest first.',
    access: 'user',
    response: wishlistResponse,
    errorStatuses: [401],
  },
  'POST /wishlist/': {
    summary: 'Puts a product on the wishlist; again is no error.',
    access: 'user',
    body: addToWishlistRequest,
    response: successResponse,
    errorStatuses: [401, 404],
  },
  'DELETE /wishlist/:id': {
    summary: 'Takes a product off the wishlist.',
    access: 'user',
    response: successResponse,
    errorStatuses: [401, 404],
  },

  'GET /health': {
    summary: 'Whether the API is up, and whether it is the embedded preview.',
    access: 'public',
    response: healthResponse,
    errorStatuses: [],
  },
  'GET /auth/google/nonce': {
    summary: 'A nonce for the next social sign-in, bound to this browser.',
    access: 'public',
    response: googleNonceResponse,
    errorStatuses: [404],
  },
  'POST /auth/verify-email': {
    summary: 'Verifies the address a verification link was mailed to.',
    access: 'public',
    body: verifyEmailRequest,
    response: verifyEmailResponse,
    errorStatuses: [404, 409, 410],
  },
  'POST /auth/resend-verification': {
    summary: 'Mails a new verification link. The answer never tells whether the account exists.',
    access: 'public',
    status: 202,
    body: resendVerificationRequest,
    response: successResponse,
    errorStatuses: [],
  },
  'POST /auth/forgot-password': {
    summary: 'Mails a reset link. The answer never tells whether the account exists.',
    access: 'public',
    status: 202,
    body: forgotPasswordRequest,
    response: successResponse,
    errorStatuses: [],
  },
  'POST /auth/reset-password': {
    summary: 'Sets a new password with a mailed token and ends every session.',
    access: 'public',
    body: resetPasswordRequest,
    response: successResponse,
    errorStatuses: [404, 409, 410],
  },
  'PUT /auth/password': {
    summary: 'Changes the password; every other session ends.',
    access: 'user',
    body: changePasswordRequest,
    response: successResponse,
    errorStatuses: [401],
  },
  'GET /users/sessions': {
    summary: "The user's signed-in devices.",
    access: 'user',
    response: sessionsResponse,
    errorStatuses: [401],
  },
  'DELETE /users/sessions/:id': {
    summary: 'Ends one session of the user; `others` ends all but this one.',
    access: 'user',
    response: successResponse,
    errorStatuses: [401, 404],
  },
  'GET /users/export': {
    summary: 'Everything the shop keeps about the user.',
    access: 'user',
    response: z.record(z.string(), z.unknown()),
    errorStatuses: [401],
  },
  'DELETE /users/account': {
    summary: 'Deletes the account and everything kept with it.',
    access: 'user',
    body: deleteAccountRequest,
    response: successResponse,
    errorStatuses: [401],
  },
  'POST /contact': {
    summary: 'Takes a message from the contact or the partner form.',
    access: 'public',
    status: 201,
    body: contactMessage,
    response: successResponse,
    errorStatuses: [],
  },
  'POST /events': {
    summary: 'Counts a page view (Plausible events API).',
    access: 'public',
    status: 202,
    body: pageView,
    response: successResponse,
    errorStatuses: [],
  },
} as const satisfies Record<string, Endpoint>

type Table = typeof endpoints
export type EndpointName = keyof Table

/** What a call sends, as its caller writes it. */
export type RequestBody<E extends EndpointName> = Table[E] extends {
  body: infer B extends z.ZodType
}
  ? z.input<B>
  : undefined

/** What a call gives back when all is well. */
export type ResponseBody<E extends EndpointName> = z.output<Table[E]['response']>
