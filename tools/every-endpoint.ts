import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { getDefaultContent } from '#src/content/defaults.ts'
import { type Endpoint, type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import { hashToken } from '#src/server/core/token.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { insertDocument } from '#src/server/shop/orders/document-queries.ts'
import { draftSummary } from '#src/server/shop/orders/documents.ts'
import { type NewLine, toLineRow, toOrderRow } from '#src/server/shop/orders/new-order.ts'
import { insertOrderLink } from '#src/server/shop/orders/order-link-queries.ts'
import { insertPayment, insertRefund } from '#src/server/shop/orders/payment-queries.ts'
import {
  insertEvent,
  insertOrder,
  insertReturn,
  insertShipment,
} from '#src/server/shop/orders/queries.ts'
import type { OrderRow, RefundRow } from '#src/server/shop/orders/tables.ts'
import { upsertRelease } from '#src/server/studio/releases/queries.ts'
import { type ApiClient, formatCookies, type JsonResponse, PASSWORD } from './api-client.ts'
import { toShipmentRow } from './create-shipment.ts'
import { createPicture } from './pictures.ts'
import { addProducts, createCatalogEntry } from './products.ts'
import { KEY_SECRET } from './razorpay-stand-in.ts'
import type { TestApp } from './test-app.ts'

// A valid request for every endpoint of the contract: a new endpoint that needs a body or an id does not
// compile, or fails, until it is listed here.

const SLUG = 'moon-phase'
/** The owner's address. */
export const HOME = '7 Lake View'
const RELEASE = '20261121-093000123-1a2b3c4d'

/** Valid bodies, so that the response depends on the caller only. */
const bodies: {
  [Name in EndpointName as (typeof endpoints)[Name] extends { body: unknown } ? Name : never]: (
    owner: ApiClient,
    ids: Ids,
  ) => object
} = {
  'POST /cart': () => ({ productId: toProductId(SLUG), quantity: 1 }),
  'PATCH /cart/:id': () => ({ change: 1 }),
  'PUT /cart/:id/variant': () => ({ variant: {} }),
  'POST /reviews': () => ({ productId: toProductId(SLUG), ...REVIEW }),
  'PUT /reviews/:id': () => REVIEW,
  'PUT /editor/reviews/:id': (_, { reviewDate }) => ({ decision: 'approve', date: reviewDate }),
  'POST /stock-alerts': () => ({ productId: toProductId(SLUG) }),
  'POST /stock-alerts/unsubscribe': () => ({ token: 'an-unknown-token' }),
  'PUT /cart/gift': () => ({ wrap: true, note: 'For you.' }),
  'POST /auth/signup': () => ({ name: 'Ira', email: 'ira@example.com', password: PASSWORD }),
  'POST /auth/login': (owner) => ({ email: owner.email, password: 'a wrong one' }),
  'POST /auth/google': () => ({ idToken: 'not.a.token' }),
  'POST /users/complete-profile': (owner) => ({ uid: owner.uid, ...profile }),
  'PUT /users/update': (owner) => ({ displayName: 'Eve', email: owner.email, ...profile }),
  'POST /wishlist/': () => ({ productId: toProductId(SLUG) }),
  'POST /auth/verify-email': () => ({ token: 'an-unknown-token' }),
  'POST /auth/resend-verification': (owner) => ({ uid: owner.uid }),
  'POST /auth/forgot-password': () => ({ email: 'nobody@example.com' }),
  'POST /auth/reset-password': () => ({ token: 'an-unknown-token', password: PASSWORD }),
  'PUT /auth/password': () => ({ currentPassword: '', newPassword: PASSWORD }),
  'DELETE /users/account': (owner) => ({ confirmation: owner.email }),
  'POST /contact': () => MESSAGE,
  'POST /contact/state': (_, { messageNumber = 'KT-22222222' }) => ({
    number: messageNumber,
    email: MESSAGE.email,
  }),
  'POST /events': () => ({ name: 'pageview', url: 'http://shop.test/', domain: 'shop.test' }),
  'POST /events/vitals': () => ({ page: 'product', lcp: 1_200 }),
  'POST /events/search': () => ({ query: 'silk', results: 3 }),
  'POST /editor/preview': () => ({ entry: createCatalogEntry({ slug: SLUG }) }),
  'POST /editor/products': () => createCatalogEntry({ slug: 'another-one' }),
  'PUT /editor/products/:id': (_, { revision }) => ({
    revision: Number(revision),
    ...createCatalogEntry({ slug: SLUG }),
  }),
  'PATCH /editor/products/:id': (_, { revision }) => ({ revision: Number(revision), price: 99 }),
  'POST /editor/products/:id/stock': () => ({
    changes: [{ choice: {}, from: 50, by: 1 }],
    reason: 'Delivery',
  }),
  'POST /editor/pictures/:id/replace': (_, { otherPicture, revision }) => ({
    by: otherPicture,
    uses: [{ id: toProductId(SLUG), revision: Number(revision) }],
  }),
  'POST /editor/pictures/:id/crop': () => ({ left: 0, top: 0, width: 240, height: 240 }),
  'POST /editor/content': () => ({ id: 'category:lamps', body: CATEGORY }),
  'PUT /editor/content/:id': (_, { contentRevision }) => ({
    revision: Number(contentRevision),
    body: CATEGORY,
  }),
  'PUT /editor/content/:id/archived': () => ({ archived: true, moveTo: 'bags' }),
  'POST /editor/content/:id/preview': () => ({ body: CATEGORY }),
  'POST /editor/launches': () => ({ name: 'Diwali' }),
  'PATCH /editor/launches/:id': () => ({ name: 'Holi' }),
  'POST /editor/launches/:id/link': () => ({ hours: 1 }),
  'PUT /editor/launches/:id/draft': () => ({
    record: 'category:lamps',
    revision: 0,
    basedOn: 0,
    body: CATEGORY,
  }),
  'POST /editor/content/:id/replay': () => ({ body: { pins: [] } }),
  'POST /editor/customers/search': () => ({}),
  'DELETE /admin/customers/:id': (_, { customer }) => ({
    confirmation: `${customer}@example.test`,
    reason: 'Request of the customer',
  }),
  'POST /orders': () => ({
    address: { ...profile.addresses[0] },
    phone: profile.phone,
    method: 'cod',
    seen: { lines: [{ id: 'a-line', quantity: 1, price: 100 }], total: 105 },
  }),
  'POST /orders/linked': (_, { linkedOrder = 'KV-22222222' }) => ({
    number: linkedOrder,
    token: LINK_TOKEN,
  }),
  'PUT /orders/:number/delivery': () => ({
    address: { ...profile.addresses[0] },
    phone: profile.phone,
  }),
  'POST /orders/:number/reduce': () => ({
    lines: [{ position: 0, quantity: 1 }],
    reason: 'I changed my mind',
  }),
  'POST /orders/:number/cancel': () => ({ reason: 'I changed my mind' }),
  'POST /orders/:number/return': () => ({
    lines: [{ position: 0, quantity: 1 }],
    reason: 'It does not fit',
  }),
  'PUT /orders/:number/payout': () => ({ kind: 'upi', upi: 'asha@okhdfc' }),
  'POST /orders/:number/payment/confirm': (_, { unpaidOrder = '' }) => toConfirmation(unpaidOrder),
  'POST /editor/search': () => ({ text: 'moon' }),
  'POST /editor/orders/search': () => ({}),
  'POST /editor/orders/papers': (_, { placedOrder = 'KV-22222222' }) => ({
    numbers: [placedOrder],
  }),
  'POST /editor/orders/steps': (_, { sentOrder = 'KV-22222222' }) => ({
    step: 'deliver',
    orders: [{ number: sentOrder }],
  }),
  'PUT /editor/orders/:number/note': () => ({ note: 'Call first.' }),
  'POST /editor/orders/:number/notes': () => ({ text: 'Good day.', tellsCustomer: true }),
  'POST /editor/orders/:number/receive': () => ({ reference: 'N123' }),
  'POST /editor/orders/:number/dispatch': () => ({
    carrier: 'Blue Dart',
    trackingNumber: '1234567890',
  }),
  'POST /editor/orders/:number/undo': () => ({ step: 'dispatch' }),
  'PUT /editor/orders/:number/delivery': () => ({
    address: { ...profile.addresses[0] },
    phone: profile.phone,
    tellsCustomer: true,
  }),
  'PUT /editor/shipments/:id': () => ({
    carrier: 'DTDC',
    trackingNumber: 'D1',
    tellsCustomer: true,
  }),
  'POST /editor/orders/:number/reduce': () => ({
    lines: [{ position: 0, quantity: 1 }],
    reason: 'A piece is out of stock',
    tellsCustomer: true,
  }),
  'POST /editor/shipments/:id/return': () => ({ reason: 'The parcel was lost' }),
  'POST /editor/orders/:number/cancel': () => ({ reason: 'A piece is out of stock' }),
  'POST /editor/orders/:number/refund': () => ({ reason: 'A scratch' }),
  'PUT /editor/returns/:id': () => ({ state: 'accepted' }),
  'PUT /editor/messages/:id': () => ({ state: 'done' }),
  'POST /editor/messages/:id/preview': () => ({ text: 'Good day.' }),
  'POST /editor/messages/:id/replies': () => ({ text: 'Good day.' }),
  'PUT /admin/staff/:id': () => ({ role: 'customer' }),
  'POST /admin/invitations': () => ({ email: 'invited@example.com', role: 'editor' }),
  'POST /auth/invitation': () => ({ token: 'an-unknown-token' }),
  'POST /auth/accept-invitation': () => ({ token: 'an-unknown-token' }),
  'POST /users/second-factor': () => ({ password: 'a wrong one' }),
  'PUT /users/second-factor': () => ({ code: '123456' }),
  'POST /users/second-factor/recovery-codes': () => ({ password: 'a wrong one' }),
  'DELETE /users/second-factor': () => ({ password: 'a wrong one' }),
  'POST /editor/products/bulk': () => ({
    ids: [toProductId(SLUG)],
    change: { kind: 'price', percent: 10 },
  }),
}

/** Ids by what they name: of the owner's data, and of what editors and admins may name. */
export type Ids = Record<string, string>

/** A record of content. */
/** A category that an editor writes. */
export const CATEGORY = {
  name: 'Lamps',
  introduction: 'Brass and glass.',
  seoTitle: '',
  description: '',
  hsn: '',
  still: [],
}

const MESSAGE = {
  firstName: 'Ira',
  lastName: 'Sen',
  email: 'ira@example.com',
  subject: 'An order',
  message: 'Good day.',
}

/** What a review says; not the owner's. */
const REVIEW = { stars: 5, title: 'Fine', text: 'A fine watch.' }

const profile = {
  phone: '9876543210',
  gender: 'Female',
  dob: '1990-01-02',
  addresses: [{ address: '1 Hill Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' }],
}

/** The link on which the owner pays, as the stand-in of the provider has it. */
export const OWNER_LINK = 'plink_owner'

/** What the browser of the owner brings back from the provider. */
function toConfirmation(referenceId: string) {
  const paymentId = 'pay_owner'
  const status = 'paid'
  const signature = createHmac('sha256', KEY_SECRET)
    .update(`${OWNER_LINK}|${referenceId}|${status}|${paymentId}`)
    .digest('hex')
  return { paymentId, linkId: OWNER_LINK, referenceId, status, signature }
}

/** What the id of a path names, for all endpoints below it or for one alone: its name in `Ids`. */
const pathIds: Record<string, string> = {
  '/products/slug/:slug': 'slug',
  '/webhooks/:provider': 'provider',
  '/cart/:id': 'line',
  '/wishlist/:id': 'product',
  '/wishlist-share/:id': 'share',
  '/reviews/product/:slug': 'slug',
  '/reviews/:id': 'review',
  '/users/sessions/:id': 'session',
  '/orders/:number': 'order',
  '/orders/:number/return': 'deliveredOrder',
  '/orders/:number/exchanges': 'deliveredOrder',
  '/orders/:number/payout': 'returningOrder',
  '/returns/:id/withdraw': 'ownReturn',
  '/orders/:number/pdf': 'deliveredOrder',
  '/orders/:number/again': 'cancelledOrder',
  '/orders/:number/payment': 'unpaidOrder',
  '/orders/:number/payment/confirm': 'unpaidOrder',
  '/editor/orders/:number': 'placedOrder',
  '/editor/orders/:number/cancel': 'otherOrder',
  '/editor/orders/:number/pack': 'unpackedOrder',
  '/editor/orders/:number/unpack': 'packedOrder',
  '/editor/orders/:number/deliver': 'dispatchedOrder',
  '/editor/orders/:number/collect': 'dispatchedOrder',
  '/editor/orders/:number/refund': 'collectedOrder',
  '/editor/orders/:number/undo': 'undoableOrder',
  '/editor/refunds/:id': 'refund',
  '/editor/refunds/:id/finish': 'openRefund',
  '/editor/orders/:number/receive': 'transferOrder',
  '/editor/orders/:number/reduce': 'largeOrder',
  '/editor/shipments/:id': 'shipment',
  '/editor/shipments/:id/deliver': 'arrivingParcel',
  '/editor/shipments/:id/collect': 'arrivingParcel',
  '/editor/shipments/:id/return': 'lostParcel',
  '/editor/returns/:id': 'return',
  '/editor/reviews/:id': 'pendingReview',
  '/editor/products/:id': 'product',
  '/editor/products/:id/restore': 'archivedProduct',
  'DELETE /editor/products/:id': 'deletedProduct',
  'DELETE /editor/content/:id': 'archivedRecord',
  'DELETE /editor/pictures/:id': 'unusedPicture',
  '/editor/content/:id': 'content',
  '/editor/content/:id/replay': 'pins',
  '/editor/batches/:id': 'batch',
  '/editor/launches/:id': 'launch',
  '/editor/launches/:id/end': 'liveLaunch',
  '/editor/launches/:id/keep': 'keptLaunch',
  '/editor/customers/:id': 'customer',
  '/editor/messages/:id': 'message',
  '/editor/releases/:id': 'release',
  '/editor/pictures/:id': 'picture',
  '/admin/customers/:id': 'customer',
  '/admin/staff/:id': 'member',
  '/admin/invitations/:id': 'invitation',
}

/** What the id in the path of an endpoint names; undefined without one. */
export function findPathId(name: EndpointName): string | undefined {
  const [, path = ''] = name.split(' ')
  return pathIds[name] ?? pathIds[path] ?? pathIds[path.replace(/(:\w+).*/, '$1')]
}

/** Queries of the endpoints that need one. */
const queries: Partial<Record<EndpointName, (ids: Ids) => string>> = {
  'GET /editor/launches/:id/draft': ({ draft }) => `?record=${draft}`,
  'DELETE /editor/launches/:id/draft': ({ draft }) => `?record=${draft}`,
  'GET /editor/drafts': ({ draft }) => `?record=${draft}`,
  'POST /editor/import': () => '?dryRun=false',
  'GET /editor/orders/export': () => '?month=2026-11',
  'GET /orders/:number/exchanges': () => '?position=0',
  'GET /orders/:number/pdf': () => `?document=${INVOICE}`,
  'GET /reviews/own': ({ product }) => `?productId=${product}`,
}

/** The path of an endpoint, with its query. */
export function toPath(name: EndpointName, ids: Ids): string {
  const [, path = ''] = name.split(' ')
  const id = ids[findPathId(name) ?? '']
  return (id === undefined ? path : path.replace(/:\w+/, id)) + (queries[name]?.(ids) ?? '')
}

/** Files of the endpoints that take one. */
const uploads: Partial<Record<EndpointName, string | Uint8Array>> = {
  'POST /editor/pictures': await createPicture(),
  'POST /editor/import': `slug,price\n${SLUG},99\n`,
}

/** The answer of a stream, which has no end, is read no further than its headers. */
export async function send(
  { request }: TestApp,
  name: EndpointName,
  client: ApiClient,
  path: string,
  body: unknown,
): Promise<Pick<JsonResponse, 'status' | 'body'>> {
  const [method = ''] = name.split(' ')
  const { upload, responseType }: Endpoint = endpoints[name]
  if (!responseType) {
    const type = upload && { 'Content-Type': upload.type.replace('*', 'webp') }
    return client.request(method, path, uploads[name] ?? body, type)
  }
  const response = await request(path, {
    method,
    headers: { Cookie: formatCookies(client.cookies) },
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson) await response.body?.cancel()
  return { status: response.status, body: isJson ? await response.json() : {} }
}

export const endpointNames = Object.keys(endpoints) as EndpointName[]
/** The body of an endpoint that needs one. */
export const bodyOf = (name: EndpointName, owner: ApiClient, ids: Ids) =>
  name in bodies ? bodies[name as keyof typeof bodies](owner, ids) : undefined

/** Creates a customer with a profile, and something of each kind that an account may have. */
export async function createOwner(shop: TestApp): Promise<{ owner: ApiClient; ids: Ids }> {
  const productId = toProductId(SLUG)
  await addProducts(shop, { slug: SLUG })
  const owner = await shop.createSignedInUser()
  const addresses = [{ ...profile.addresses[0], address: HOME }]
  const details = { displayName: 'Asha Rao', ...profile, addresses }
  assert.equal((await owner.put('/users/update', details)).status, 200)
  await owner.post('/wishlist/', { productId })
  await owner.post('/cart', { productId, quantity: 2 })
  const line = (await owner.get('/cart')).body.cart[0].id
  const session = (await owner.get('/users/sessions')).body.sessions[0].id
  const share = (await owner.put('/wishlist-share')).body.token
  const review = (await owner.post('/reviews', { productId, ...REVIEW })).body.review.id
  const address = { ...profile.addresses[0], address: HOME }
  const orders = await createOrders(shop, { user_id: owner.uid, ship_to: JSON.stringify(address) })
  return {
    owner,
    ids: { slug: SLUG, product: productId, line, session, share, review, ...orders },
  }
}

type NewOrder = Partial<Parameters<typeof toOrderRow>[0]>

async function createOrder(
  { deps: { db, now } }: TestApp,
  overrides: NewOrder,
  ofLine: Partial<NewLine> = {},
): Promise<OrderRow> {
  const row = toOrderRow({
    placed_at: now(),
    total_paise: 105_000,
    subtotal_paise: 100_000,
    tax_paise: 5_000,
    state: 'placed',
    payment_state: 'none',
    method: 'cod',
    ...overrides,
  })
  const line = { position: 0, slug: SLUG, title: 'A watch', quantity: 1, unit_paise: 100_000 }
  await insertOrder(db, row, [toLineRow({ ...line, product_id: toProductId(SLUG), ...ofLine })])
  return row
}

/** Asks to return the piece of an order. @returns the id of the request. */
async function createReturn({ deps: { db, now } }: TestApp, order: OrderRow): Promise<string> {
  const id = randomUUID()
  await insertReturn(db, {
    id,
    order_id: order.id,
    lines: JSON.stringify([{ position: 0, quantity: 1 }]),
    reason: 'It does not fit',
    note: '',
    state: 'requested',
    answer: '',
    created_at: now(),
    due_on: null,
    exchange_id: null,
  })
  return id
}

/** The token of the link to an order of a deleted account. */
const LINK_TOKEN = 'linked-order'.padEnd(43, '0')

/** The number of the invoice of the owner. */
const INVOICE = 'KV/26-27/000001'

/** Creates orders of the owner, in the states that the calls of shoppers need. */
async function createOrders(shop: TestApp, overrides: NewOrder): Promise<Ids> {
  const { db, now } = shop.deps
  const delivered_at = now()
  const placed = await createOrder(shop, overrides, { quantity: 2, unit_paise: 50_000 })
  const delivered = await createOrder(shop, { ...overrides, state: 'delivered', delivered_at })
  const returning = await createOrder(shop, { ...overrides, state: 'delivered', delivered_at })
  await insertDocument(db, {
    id: randomUUID(),
    order_id: delivered.id,
    shipment_id: null,
    kind: 'invoice',
    series: 'KV/26-27',
    number: INVOICE,
    issued_at: now(),
    body: JSON.stringify(await draftSummary(shop.deps, db, { order: delivered, lines: [] })),
  })
  const cancelled = await createOrder(
    shop,
    { ...overrides, state: 'cancelled' },
    { variant_id: toProductId(SLUG), cancelled: 1 },
  )
  const expires_at = now() + 60 * 60_000
  const unpaid = await createOrder(shop, {
    ...overrides,
    state: 'awaiting_payment',
    payment_state: 'pending',
    method: 'razorpay',
    expires_at,
  })
  await insertPayment(db, {
    id: randomUUID(),
    order_id: unpaid.id,
    provider: 'razorpay',
    link_id: OWNER_LINK,
    link_url: 'https://pay.example/owner',
    source_id: null,
    provider_id: null,
    amount_paise: unpaid.total_paise,
    state: 'open',
    created_at: now(),
    expires_at,
    check_at: expires_at,
    captured_at: null,
  })
  const linked = await createOrder(shop, {})
  await insertOrderLink(db, {
    token_hash: hashToken(LINK_TOKEN),
    order_id: linked.id,
    created_at: now(),
  })
  return {
    provider: 'razorpay',
    linkedOrder: linked.number,
    order: placed.number,
    deliveredOrder: delivered.number,
    returningOrder: returning.number,
    ownReturn: await createReturn(shop, returning),
    cancelledOrder: cancelled.number,
    unpaidOrder: unpaid.number,
  }
}

/** Creates orders of nobody, in the states that the steps of the staff need. */
async function createHouseOrders(shop: TestApp): Promise<Ids> {
  const { db, now } = shop.deps
  const placed = await createOrder(shop, {})
  const other = await createOrder(shop, {})
  const unpacked = await createOrder(shop, {})
  const packed = await createOrder(shop, { packed_at: now() })
  const dispatched = await createOrder(shop, { state: 'dispatched' })
  const large = await createOrder(shop, {}, { quantity: 2, unit_paise: 50_000 })
  const shipment = toShipmentRow({ order_id: dispatched.id, dispatched_at: now() })
  const arriving = await createOrder(shop, { state: 'dispatched' })
  const arrivingParcel = toShipmentRow({ order_id: arriving.id, dispatched_at: now() })
  const lost = await createOrder(shop, { state: 'dispatched' })
  const lostParcel = toShipmentRow({ order_id: lost.id, dispatched_at: now() })
  for (const row of [shipment, arrivingParcel, lostParcel]) await insertShipment(db, row)
  const done = { state: 'delivered', delivered_at: now() } as const
  const collected = await createOrder(shop, {
    ...done,
    payment_state: 'collected',
    collected_paise: 105_000,
  })
  const returned = await createOrder(shop, done)
  const transfer = await createOrder(shop, {
    state: 'awaiting_payment',
    payment_state: 'pending',
    method: 'transfer',
    expires_at: now() + 60_000,
  })
  const failed = { state: 'failed', last_error: 'refused' } as const
  const refund = await createRefund(shop, other, failed)
  const open = { state: 'pending', last_error: null } as const
  const openRefund = await createRefund(shop, transfer, open)
  const undoable = await createOrder(shop, { state: 'dispatched' })
  const sent = await createOrder(shop, { state: 'dispatched' })
  await insertEvent(db, {
    order_id: undoable.id,
    at: now(),
    kind: 'dispatched',
    text: 'The parcel left.',
    actor_id: null,
    mail_id: null,
  })
  return {
    undoableOrder: undoable.number,
    placedOrder: placed.number,
    otherOrder: other.number,
    unpackedOrder: unpacked.number,
    packedOrder: packed.number,
    dispatchedOrder: dispatched.number,
    sentOrder: sent.number,
    collectedOrder: collected.number,
    return: await createReturn(shop, returned),
    refund,
    openRefund,
    transferOrder: transfer.number,
    largeOrder: large.number,
    shipment: shipment.id,
    arrivingParcel: arrivingParcel.id,
    lostParcel: lostParcel.id,
  }
}

/** Creates a payment with a refund that waits for the staff. @returns the id of the refund. */
async function createRefund(
  { deps: { db, now } }: TestApp,
  order: OrderRow,
  columns: Pick<RefundRow, 'state' | 'last_error'>,
) {
  const row = { order_id: order.id, amount_paise: order.total_paise, created_at: now() }
  const payment = {
    ...row,
    id: randomUUID(),
    link_id: null,
    link_url: null,
    source_id: null,
    check_at: null,
    captured_at: null,
  }
  const paid = {
    provider: 'razorpay',
    provider_id: `pay_${order.number}`,
    state: 'surplus' as const,
    expires_at: now(),
  }
  await insertPayment(db, { ...payment, ...paid })
  const id = randomUUID()
  await insertRefund(db, {
    ...row,
    id,
    payment_id: payment.id,
    provider_id: null,
    reason: 'It was paid twice',
    due_at: null,
    attempts: 1,
    processed_at: null,
    ...columns,
  })
  return id
}

/** Creates what the endpoints of editors and admins name. */
export async function createStudioIds(shop: TestApp): Promise<Ids> {
  const id = toProductId(SLUG)
  const admin = await shop.createSignedInUser('admin')
  const upload = async (width: number): Promise<string> => {
    const type = { 'Content-Type': 'image/webp' }
    return (await admin.post('/editor/pictures', await createPicture(width, 300), type)).body.file
  }
  const [picture, otherPicture] = [await upload(320), await upload(340)]
  const unusedPicture = await upload(360)
  const pictures = [{ file: picture, alt: '' }]
  const entry = createCatalogEntry({ slug: SLUG, pictures })
  await admin.put(`/editor/products/${id}`, { revision: 1, ...entry })
  const change = { kind: 'price', percent: 10 }
  const { batch } = (await admin.post('/editor/products/bulk', { ids: [id], change })).body
  const [archivedProduct = ''] = await addProducts(shop, { slug: 'archived' })
  await admin.post(`/editor/products/${archivedProduct}/archive`)
  const [deletedProduct = ''] = await addProducts(shop, { slug: 'deleted' })
  await admin.post(`/editor/products/${deletedProduct}/archive`)
  const archivedRecord = 'category:lanterns'
  const lanterns = { ...CATEGORY, name: 'Lanterns' }
  await admin.post('/editor/content', { id: archivedRecord, body: lanterns })
  await admin.put(`/editor/content/${archivedRecord}/archived`, { archived: true })
  const createLaunch = async (record: string, body: object): Promise<string> => {
    const launch = { name: 'Diwali', draft: { record, basedOn: 0, body } }
    return (await admin.post('/editor/launches', launch)).body.launch.id
  }
  const launch = await createLaunch('category:watches', getDefaultContent('category:watches'))
  await admin.post(`/editor/launches/${launch}/link`, { hours: 1 })
  const liveLaunch = await createLaunch('about', getDefaultContent('about'))
  await admin.post(`/editor/launches/${liveLaunch}/publish`)
  const keptLaunch = await createLaunch('care', getDefaultContent('care'))
  await admin.post(`/editor/launches/${keptLaunch}/publish`)
  await admin.post('/contact', MESSAGE)
  const [message] = (
    await admin.get(`/editor/messages?search=${encodeURIComponent(MESSAGE.email)}`)
  ).body.messages
  const customer = await shop.createSignedInUser()
  const { review } = (await customer.post('/reviews', { productId: id, ...REVIEW })).body
  const member = await shop.createSignedInUser('editor')
  await admin.post('/admin/invitations', { email: MESSAGE.email, role: 'editor' })
  const [invitation] = (await admin.get('/admin/staff')).body.invitations
  const revision = (await admin.get(`/editor/products/${id}`)).body.product.revision
  const content = 'category:watches'
  const contentRevision = (await admin.get(`/editor/content/${content}`)).body.record.revision
  const counts = { products: 1, pages: 1, rendered: 1, bytes: 1, kept: 1, compiled: '' }
  const changes = JSON.stringify({ changes: [], count: 0 })
  await upsertRelease(shop.deps.db, { id: RELEASE, published_at: 1, changes, ...counts })
  const houseOrders = await createHouseOrders(shop)
  return {
    ...houseOrders,
    batch,
    launch,
    liveLaunch,
    keptLaunch,
    message: message.id,
    messageNumber: message.number,
    archivedProduct,
    archivedRecord,
    deletedProduct,
    picture,
    otherPicture,
    unusedPicture,
    pendingReview: review.id,
    reviewDate: review.date,
    content,
    contentRevision,
    draft: content,
    pins: 'search-pins',
    release: RELEASE,
    revision,
    customer: customer.uid,
    member: member.uid,
    invitation: invitation.id,
  }
}
