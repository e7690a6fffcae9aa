import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ServerEnv } from '../../core/env.ts'
import { UnavailableError } from '../../core/errors.ts'
import { parseJson } from '../../core/parse-json.ts'
import {
  KeyRefusedError,
  type Provider,
  type ProviderEvent,
  type ProviderLink,
  type ProviderPayment,
  type ProviderRefund,
  RefusedError,
} from './provider.ts'

// The calls of Razorpay that the shop makes (https://razorpay.com/docs/api): a payment link and a redirect, so that no
// script of the provider runs in a page of the shop.

/** A lost answer is found again by the number of the order. */
const TIMEOUT_MS = 8_000
const MAX_ANSWER_BYTES = 1024 * 1024

const id = z.string().regex(/^\w{1,60}$/)

const paymentOfLink = z.object({
  payment_id: id,
  amount: z.int(),
  status: z.string(),
})

const linkSchema = z.object({
  id,
  short_url: z.string().default(''),
  reference_id: z.string().nullish(),
  status: z.string(),
  currency: z.string().default('INR'),
  payments: z.array(paymentOfLink).nullish(),
})

/** A status that is not named here changes nothing. */
const PAYMENT_STATUSES: Partial<Record<string, ProviderPayment['status']>> = {
  authorized: 'authorized',
  captured: 'captured',
  paid: 'captured',
  refunded: 'refunded',
  failed: 'failed',
}
const LINK_STATUSES: Partial<Record<string, ProviderLink['status']>> = {
  created: 'created',
  paid: 'paid',
}

const toPayment = (
  id: string,
  { amount, currency, status }: { amount: number; currency: string; status: string },
): ProviderPayment => ({
  id,
  amountPaise: amount,
  currency,
  status: PAYMENT_STATUSES[status] ?? 'other',
})

const toLink = (link: z.output<typeof linkSchema>): ProviderLink => ({
  id: link.id,
  url: link.short_url,
  reference: link.reference_id ?? '',
  status: LINK_STATUSES[link.status] ?? 'ended',
  payments: (link.payments ?? []).map(({ payment_id, ...payment }) =>
    toPayment(payment_id, { ...payment, currency: link.currency }),
  ),
})

const refundSchema = z.object({
  id,
  payment_id: id.optional(),
  amount: z.int().default(0),
  status: z.enum(['pending', 'processed', 'failed']),
  notes: z.unknown().optional(),
})

const toRefund = ({
  id,
  notes,
  payment_id,
  amount,
  status,
}: z.output<typeof refundSchema>): ProviderRefund => ({
  id,
  key: readNote(notes, 'refund'),
  paymentId: payment_id ?? '',
  amountPaise: amount,
  status,
})

const errorSchema = z.object({ error: z.object({ description: z.string() }) })

export function createRazorpay(env: ServerEnv): Provider | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: secret, RAZORPAY_URL: root } = env
  if (!keyId || !secret) return undefined
  const authorization = `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`

  async function call<T>(
    schema: z.ZodType<T>,
    path: string,
    post?: { body: object; headers?: Record<string, string> },
    deadline = AbortSignal.timeout(TIMEOUT_MS),
  ): Promise<T> {
    const response = await fetch(`${root}${path}`, {
      method: post ? 'POST' : 'GET',
      headers: {
        authorization,
        ...(post && { 'content-type': 'application/json' }),
        ...post?.headers,
      },
      ...(post && { body: JSON.stringify(post.body) }),
      redirect: 'error',
      signal: deadline,
    }).catch((cause: unknown) => {
      throw new UnavailableError(`Razorpay does not answer: ${String(cause)}`)
    })
    const text = await response.text().catch((cause: unknown) => {
      throw new UnavailableError(`Razorpay broke off its answer: ${String(cause)}`)
    })
    if (text.length > MAX_ANSWER_BYTES) throw new UnavailableError('Razorpay answered too much.')
    const json = parseJson(text)
    if (!response.ok) {
      const reason = errorSchema.safeParse(json).data?.error.description ?? 'no reason'
      // A conflict is of a request that is under way still.
      if (response.status >= 500 || [408, 409, 429].includes(response.status))
        throw new UnavailableError(`Razorpay answered ${response.status}: ${reason}`)
      const refusal = `Razorpay answered ${response.status}: ${reason}`
      if (response.status === 401 || response.status === 403) throw new KeyRefusedError(refusal)
      throw new RefusedError(refusal)
    }
    const result = schema.safeParse(json)
    if (!result.success) throw new UnavailableError('Razorpay answered something else.')
    return result.data
  }

  const linksSchema = z.object({ payment_links: z.array(linkSchema) })

  return {
    async createLink(order, signal) {
      const { name, email, phone } = order.customer
      const body = {
        amount: order.amountPaise,
        currency: 'INR',
        reference_id: order.reference,
        description: `Order ${order.reference}`,
        expire_by: Math.ceil(order.expiresAt / 1000),
        callback_url: order.callbackUrl,
        callback_method: 'get',
        customer: { name, email, contact: phone.replace(/[^\d+]/g, '') },
        notify: { sms: false, email: false },
        reminder_enable: false,
        notes: { order: order.reference },
      }
      return toLink(await call(linkSchema, '/payment_links', { body }, signal))
    },
    async readLink(id) {
      return toLink(await call(linkSchema, `/payment_links/${encodeURIComponent(id)}`))
    },
    async findLink(reference, signal) {
      const query = `?reference_id=${encodeURIComponent(reference)}`
      const { payment_links: links } = await call(
        linksSchema,
        `/payment_links${query}`,
        undefined,
        signal,
      )
      const link = links.find(({ reference_id }) => reference_id === reference)
      return link && toLink(link)
    },
    async cancelLink(id) {
      const path = `/payment_links/${encodeURIComponent(id)}/cancel`
      return toLink(await call(linkSchema, path, { body: {} }))
    },
    async refund(refund) {
      const body = { amount: refund.amountPaise, notes: { refund: refund.key } }
      const headers = { 'X-Refund-Idempotency': refund.key }
      const path = `/payments/${encodeURIComponent(refund.paymentId)}/refund`
      return toRefund(await call(refundSchema, path, { body, headers }))
    },
    async readRefund(id) {
      return toRefund(await call(refundSchema, `/refunds/${encodeURIComponent(id)}`))
    },
    parseEvent(getHeader, body) {
      const { RAZORPAY_WEBHOOK_SECRET: current, RAZORPAY_FORMER_WEBHOOK_SECRET: former } = env
      const isOurs = isSigned(body, getHeader('x-razorpay-signature'), [current, former])
      return isOurs ? parseEvent(getHeader('x-razorpay-event-id'), body) : 'unsigned'
    },
    isSignedReturn: ({ linkId, referenceId, status, paymentId, signature }) =>
      isSigned(`${linkId}|${referenceId}|${status}|${paymentId}`, signature, [secret]),
  }
}

const toHmac = (text: string | Uint8Array, secret: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

/** Whether a hex signature is that of a text, with one of the secrets; compared in constant time. */
function isSigned(
  text: string | Uint8Array,
  signature: string,
  secrets: readonly (string | undefined)[],
): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  const received = Buffer.from(signature, 'hex')
  let isValid = false
  for (const secret of secrets)
    if (secret && timingSafeEqual(received, toHmac(text, secret))) isValid = true
  return isValid
}

const eventSchema = z.object({
  event: z.string().max(100),
  payload: z.object({
    payment_link: z.object({ entity: linkSchema }).optional(),
    payment: z
      .object({
        entity: z.object({
          id,
          amount: z.int(),
          currency: z.string(),
          status: z.string(),
          notes: z.unknown().optional(),
        }),
      })
      .optional(),
    refund: z.object({ entity: refundSchema }).optional(),
    dispute: z
      .object({
        entity: z.object({ id, payment_id: id, amount: z.int(), status: z.string() }),
      })
      .optional(),
  }),
})

const readNote = (notes: unknown, name: string): string => {
  const value = typeof notes === 'object' && notes !== null ? Object.entries(notes) : []
  const [, text] = value.find(([key]) => key === name) ?? []
  return typeof text === 'string' ? text.slice(0, 100) : ''
}

const DISPUTE_STATUSES: Partial<Record<string, 'won' | 'lost'>> = { won: 'won', lost: 'lost' }

function parseEvent(eventId: string, body: string): ProviderEvent | undefined {
  const { data } = eventSchema.safeParse(parseJson(body))
  if (!data || !/^[\w-]{1,100}$/.test(eventId)) return undefined
  const { payment_link, payment, refund, dispute } = data.payload
  return {
    id: eventId,
    kind: data.event,
    reference: payment_link?.entity.reference_id ?? readNote(payment?.entity.notes, 'order'),
    linkId: payment_link?.entity.id ?? '',
    payment: payment && toPayment(payment.entity.id, payment.entity),
    refund: refund && toRefund(refund.entity),
    dispute: dispute && {
      id: dispute.entity.id,
      paymentId: dispute.entity.payment_id,
      amountPaise: dispute.entity.amount,
      status: DISPUTE_STATUSES[dispute.entity.status] ?? 'open',
    },
  }
}
