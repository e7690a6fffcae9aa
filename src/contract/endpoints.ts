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
import { adminEndpoints, staffAccountEndpoints } from './admin-endpoints.ts'
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
import {
  addToCartRequest,
  cartResponse,
  gift,
  updateCartItemRequest,
  updateCartVariantRequest,
} from './cart.ts'
import {
  catalogResponse,
  namedSlugs,
  productResponse,
  productsResponse,
  searchResponse,
} from './catalog.ts'
import {
  contactRequest,
  contactResponse,
  messageStateRequest,
  messageStateResponse,
  pageViewRequest,
} from './contact.ts'
import { contentEndpoints } from './content-endpoints.ts'
import { editorEndpoints } from './editor-endpoints.ts'
import {
  type Endpoint,
  healthResponse,
  inProcess,
  readyResponse,
  successResponse,
} from './endpoint.ts'
import { searchEventRequest, webVitalsRequest } from './figures.ts'
import { launchEndpoints } from './launches.ts'
import { editorOrderEndpoints, orderEndpoints } from './order-endpoints.ts'
import { openOrdersResponse } from './orders.ts'
import {
  changeReviewRequest,
  ownReviewQuery,
  ownReviewResponse,
  reviewsQuery,
  reviewsResponse,
  writeReviewRequest,
  writtenReviewResponse,
} from './reviews.ts'
import { studioSearchEndpoints } from './studio-search.ts'
import { MAX_SEARCH_RESULTS } from './values.ts'
import {
  addToWishlistRequest,
  endStockAlertsRequest,
  sharedWishlistResponse,
  stockAlertRequest,
  wishlistResponse,
  wishlistShareResponse,
} from './wishlist.ts'

export type { Endpoint } from './endpoint.ts'

/** Endpoints of spec §7, then additional ones. */
const shopEndpoints = {
  'GET /products/get-all-products': {
    summary:
      'Lists all products, or those that `slugs` names; `detail=full` adds the detail fields of all.',
    access: 'public',
    query: z.object({ detail: z.literal('full').optional(), slugs: namedSlugs.optional() }),
    response: z.union([catalogResponse, productsResponse]),
  },
  'GET /products/search': {
    summary:
      'Returns the search index of the products that `filters`, a query of the listing, may find, or of those that `slugs` names.',
    access: 'public',
    query: z.object({
      filters: z.string().max(4_000).default(''),
      slugs: namedSlugs.optional(),
      limit: z.coerce.number().int().min(1).max(MAX_SEARCH_RESULTS).default(MAX_SEARCH_RESULTS),
    }),
    response: searchResponse,
  },
  'GET /products/slug/:slug': {
    summary: 'Returns a product by its slug.',
    access: 'public',
    response: productResponse,
    errorStatuses: [404],
  },
  'POST /cart': {
    summary: 'Adds a product to the cart, or increases the quantity of its line.',
    access: 'user',
    body: addToCartRequest,
    response: successResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'GET /cart': {
    summary: 'Returns the cart with current prices.',
    access: 'user',
    response: cartResponse,
  },
  'PATCH /cart/:id': {
    summary: 'Changes the quantity of a line by a signed number.',
    access: 'user',
    body: updateCartItemRequest,
    response: successResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'DELETE /cart/:id': {
    summary: 'Removes a line from the cart.',
    access: 'user',
    response: successResponse,
    errorStatuses: [404],
  },
  'POST /auth/signup': {
    summary: 'Creates an account and sends a verification link.',
    access: 'public',
    status: 201,
    body: signupRequest,
    response: signupResponse,
  },
  'POST /auth/login': {
    summary:
      'Signs in with email and password. A 401 at the field `code` asks for the second factor.',
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
    summary: 'Ends the current session.',
    access: 'public',
    response: successResponse,
  },
  'GET /users/getUserProfile': {
    summary: 'Returns the signed-in user, or null for a visitor.',
    access: 'public',
    response: profileResponse,
  },
  'POST /users/complete-profile': {
    summary: 'Sets phone, gender, date of birth and addresses of a new profile.',
    access: 'user',
    body: completeProfileRequest,
    response: completeProfileResponse,
  },
  'PUT /users/update': {
    summary: 'Updates the profile and its addresses.',
    access: 'user',
    body: updateProfileRequest,
    response: updateProfileResponse,
  },
  'GET /wishlist/': {
    summary: 'Returns the wishlist, newest first.',
    access: 'user',
    response: wishlistResponse,
  },
  'POST /wishlist/': {
    summary: 'Adds a product to the wishlist. Repeating the call changes nothing.',
    access: 'user',
    body: addToWishlistRequest,
    response: successResponse,
    errorStatuses: [404],
  },
  'DELETE /wishlist/:id': {
    summary: 'Removes a product from the wishlist.',
    access: 'user',
    response: successResponse,
    errorStatuses: [404],
  },

  'PUT /cart/:id/variant': {
    summary:
      'Changes the options of a line. A line that has them already is merged, up to its maximum.',
    access: 'user',
    body: updateCartVariantRequest,
    response: successResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'PUT /cart/gift': {
    summary: 'Sets gift wrap and note of the cart. Repeating the call changes nothing.',
    access: 'user',
    body: gift,
    response: successResponse,
  },
  'GET /wishlist-share': {
    summary: 'Returns the token of the link to the wishlist, or null while it is private.',
    access: 'user',
    response: wishlistShareResponse,
  },
  'PUT /wishlist-share': {
    summary: 'Shares the wishlist by a link. Repeating the call returns the same token.',
    access: 'user',
    response: wishlistShareResponse,
  },
  'DELETE /wishlist-share': {
    summary: 'Makes the wishlist private; its link ends for good.',
    access: 'user',
    response: wishlistShareResponse,
  },
  'GET /wishlist-share/:id': {
    summary: 'Returns the wishlist of a link, by its token.',
    access: 'public',
    response: sharedWishlistResponse,
    errorStatuses: [404],
  },
  'POST /stock-alerts': {
    summary:
      'Asks for one mail when a sold-out product is in stock again. Repeating the call changes nothing.',
    access: 'user',
    body: stockAlertRequest,
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'POST /stock-alerts/unsubscribe': {
    summary: 'Ends all such mails to the user of a mailed link.',
    access: 'public',
    body: endStockAlertsRequest,
    response: successResponse,
    errorStatuses: [404],
  },
  'GET /reviews/product/:slug': {
    summary: 'Lists the approved reviews of a product, the newest first, in parts.',
    access: 'public',
    query: reviewsQuery,
    response: reviewsResponse,
    errorStatuses: [404],
  },
  'GET /reviews/own': {
    summary: 'Returns the review that the user wrote of a product, or null.',
    access: 'user',
    query: ownReviewQuery,
    response: ownReviewResponse,
  },
  'POST /reviews': {
    summary: 'Writes a review, once per product; it is shown when an editor has approved it.',
    access: 'user',
    status: 201,
    body: writeReviewRequest,
    response: writtenReviewResponse,
    errorStatuses: [404, 409],
    idempotent: true,
  },
  'PUT /reviews/:id': {
    summary: 'Changes the own review, which an editor has to approve again.',
    access: 'user',
    body: changeReviewRequest,
    response: writtenReviewResponse,
    errorStatuses: [404, 409],
  },
  'DELETE /reviews/:id': {
    summary: 'Deletes the own review.',
    access: 'user',
    response: successResponse,
    errorStatuses: [404, 409],
  },
  'GET /health': {
    summary: 'Returns the status and version of the API.',
    access: 'public',
    response: healthResponse,
  },
  'GET /ready': {
    summary:
      'Answers 200 while this process takes requests: database reachable, site built, not stopping.',
    access: 'public',
    response: readyResponse,
  },
  'GET /auth/google/nonce': {
    summary: 'Creates a nonce for a Google sign-in, bound to this browser.',
    access: 'public',
    response: googleNonceResponse,
    errorStatuses: [404],
  },
  'POST /auth/verify-email': {
    summary: 'Verifies an email address with the token of a verification link.',
    access: 'public',
    body: verifyEmailRequest,
    response: verifyEmailResponse,
    errorStatuses: [404, 409, 410],
  },
  'POST /auth/resend-verification': {
    summary:
      'Sends a new verification link. The response does not reveal whether the account exists.',
    access: 'public',
    status: 202,
    body: resendVerificationRequest,
    response: successResponse,
  },
  'POST /auth/forgot-password': {
    summary:
      'Sends a password reset link. The response does not reveal whether the account exists.',
    access: 'public',
    status: 202,
    body: forgotPasswordRequest,
    response: successResponse,
  },
  'POST /auth/reset-password': {
    summary: 'Sets a new password with the token of a reset link and ends all sessions.',
    access: 'public',
    body: resetPasswordRequest,
    response: successResponse,
    errorStatuses: [404, 409, 410],
  },
  'PUT /auth/password': {
    summary: 'Changes the password and ends all other sessions.',
    access: 'user',
    body: changePasswordRequest,
    response: successResponse,
  },
  'GET /users/sessions': {
    summary: 'Lists the active sessions of the user.',
    access: 'user',
    response: sessionsResponse,
  },
  'DELETE /users/sessions/:id': {
    summary: 'Ends a session of the user; the id `others` ends all but the current one.',
    access: 'user',
    response: successResponse,
    errorStatuses: [404],
  },
  'GET /users/export': {
    summary: 'Exports all stored data of the user.',
    access: 'user',
    response: z.record(z.string(), z.unknown()),
  },
  'GET /users/open-orders': {
    summary: 'Lists the orders with a parcel, a payment, a refund or a return under way.',
    access: 'user',
    response: openOrdersResponse,
  },
  'DELETE /users/account': {
    summary: 'Deletes the account and its data. The only admin cannot be deleted.',
    access: 'user',
    body: deleteAccountRequest,
    response: successResponse,
    errorStatuses: [409],
  },
  'POST /contact': {
    summary:
      'Stores a message of the contact or partner form, sends it to the shop, and tells its sender a number.',
    access: 'public',
    status: 201,
    body: contactRequest,
    response: contactResponse,
    errorStatuses: [422],
    hasOwnIdempotency: true,
  },
  'POST /contact/state': {
    summary: 'Tells the sender of a message its state, by its number and their email address.',
    access: 'public',
    body: messageStateRequest,
    response: messageStateResponse,
    errorStatuses: [404],
  },
  'POST /events': {
    summary: 'Records a page view (Plausible events API).',
    access: 'public',
    status: 202,
    body: pageViewRequest,
    hasOwnLimit: true,
    response: successResponse,
  },
  'POST /events/vitals': {
    summary: 'Counts how fast and steady one visit of a page was (Core Web Vitals).',
    access: 'public',
    status: 202,
    body: webVitalsRequest,
    hasOwnLimit: true,
    response: successResponse,
  },
  'POST /events/search': {
    summary: 'Counts a search of the listing, unless its text may name a person.',
    access: 'public',
    status: 202,
    body: searchEventRequest,
    hasOwnLimit: true,
    response: successResponse,
  },

  'POST /publish': {
    summary:
      'Asks for a publish. `X-Kairavi-Timestamp` is the time in seconds, `X-Kairavi-Signature` the hex HMAC-SHA256 of `<timestamp>.<body>` with PUBLISH_SECRET; each signature counts once.',
    access: 'public',
    status: 202,
    response: successResponse,
    errorStatuses: [401, 404],
  },
} as const satisfies Record<string, Endpoint>

/** All endpoints of the API. The first segment of a path belongs to one process. */
export const endpoints = {
  ...inProcess('shop', { ...shopEndpoints, ...orderEndpoints, ...staffAccountEndpoints }),
  ...inProcess('desk', {
    ...editorEndpoints,
    ...editorOrderEndpoints,
    ...studioSearchEndpoints,
    ...contentEndpoints,
    ...launchEndpoints,
    ...adminEndpoints,
  }),
}

type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

/** Request body of an endpoint before parsing. */
export type RequestBody<E extends EndpointName> = Endpoints[E] extends {
  body: infer B extends z.ZodType
}
  ? z.input<B>
  : undefined

/** Body of a successful response. */
export type ResponseBody<E extends EndpointName> = z.output<Endpoints[E]['response']>
