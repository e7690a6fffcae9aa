import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ServerEnv } from '../../core/env.ts'
import { UnavailableError } from '../../core/errors.ts'

// The calls of Razorpay that the shop makes (https://razorpay.com/docs/api): a payment link and a redirect, so that no
// script of the provider runs in a page of the shop.

/** A shopper waits for the answer; a lost one is found again by the number of the order. */
const TIMEOUT_MS = 8_000
const MAX_ANSWER_BYTES = 1024 * 1024

const paymentOfLink = z.object({
  payment_id: z.string(),
  amount: z.int(),
  status: z.string(),
})

const linkSchema = z.object({
  id: z.string(),
  short_url: z.string().default(''),
  reference_id: z.string().nullish(),
  status: z.string(),
  amount: z.int(),
  currency: z.string().default('INR'),
  expire_by: z.int().nullish(),
  payments: z.array(paymentOfLink).nullish(),
})

/** What the provider says of a payment. */
export interface ProviderPayment {
  id: string
  amountPaise: number
  currency: string
  status: string
}

export interface ProviderLink {
  id: string
  url: string
  /** The number of the order. */
  reference: string
  /** `created`, `paid`, `expired` or `cancelled`. */
  status: string
  payments: ProviderPayment[]
}

const toLink = (link: z.output<typeof linkSchema>): ProviderLink => ({
  id: link.id,
  url: link.short_url,
  reference: link.reference_id ?? '',
  status: link.status,
  payments: (link.payments ?? []).map(({ payment_id, amount, status }) => ({
    id: payment_id,
    amountPaise: amount,
    currency: link.currency,
    status,
  })),
})

const refundSchema = z.object({
  id: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
  notes: z.unknown().optional(),
})

export interface ProviderRefund {
  id: string
  /** Our id of it; empty where the provider does not tell it. */
  key: string
  status: 'pending' | 'processed' | 'failed'
}

/** The provider says no, and would again. */
class RefusedError extends Error {
  override name = 'RefusedError'
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string) {
    super(`Razorpay answered ${status}: ${reason}`)
    this.status = status
    this.reason = reason
  }
}

export const isRefused = (error: unknown): boolean => error instanceof RefusedError

const errorSchema = z.object({ error: z.object({ description: z.string() }) })

type Settings = Pick<
  ServerEnv,
  'ORDERS' | 'RAZORPAY_KEY_ID' | 'RAZORPAY_KEY_SECRET' | 'RAZORPAY_URL'
>

/** @returns undefined without keys. A shop that does not offer the provider any more still refunds by its keys. */
export function createProvider(env: Settings) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: secret, RAZORPAY_URL: root } = env
  if (!keyId || !secret) return undefined
  const authorization = `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`

  async function call<T>(
    schema: z.ZodType<T>,
    path: string,
    post?: { body: object; headers?: Record<string, string> },
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
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
      throw new RefusedError(response.status, reason)
    }
    const result = schema.safeParse(json)
    if (!result.success) throw new UnavailableError('Razorpay answered something else.')
    return result.data
  }

  const linksSchema = z.object({ payment_links: z.array(linkSchema) })

  return {
    /** @throws RefusedError for a reference that has a link already. */
    async createLink(order: {
      reference: string
      amountPaise: number
      expiresAt: number
      callbackUrl: string
      customer: { name: string; email: string; phone: string }
    }): Promise<ProviderLink> {
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
      return toLink(await call(linkSchema, '/payment_links', { body }))
    },
    async readLink(id: string): Promise<ProviderLink> {
      return toLink(await call(linkSchema, `/payment_links/${encodeURIComponent(id)}`))
    },
    /** Finds the link whose answer was lost. */
    async findLink(reference: string): Promise<ProviderLink | undefined> {
      const query = `?reference_id=${encodeURIComponent(reference)}`
      const { payment_links: links } = await call(linksSchema, `/payment_links${query}`)
      const link = links.find(({ reference_id }) => reference_id === reference)
      return link && toLink(link)
    },
    async cancelLink(id: string): Promise<ProviderLink> {
      const path = `/payment_links/${encodeURIComponent(id)}/cancel`
      return toLink(await call(linkSchema, path, { body: {} }))
    },
    /** A repeat with the same key gets the answer of the first. */
    async refund(refund: {
      paymentId: string
      key: string
      amountPaise: number
    }): Promise<Omit<ProviderRefund, 'key'>> {
      const body = { amount: refund.amountPaise, notes: { refund: refund.key } }
      const headers = { 'X-Refund-Idempotency': refund.key }
      const path = `/payments/${encodeURIComponent(refund.paymentId)}/refund`
      const { id, status } = await call(refundSchema, path, { body, headers })
      return { id, status }
    },
    async readRefund(id: string): Promise<Omit<ProviderRefund, 'key'>> {
      const { status } = await call(refundSchema, `/refunds/${encodeURIComponent(id)}`)
      return { id, status }
    },
  }
}

export type Provider = NonNullable<ReturnType<typeof createProvider>>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toHmac = (text: string | Uint8Array, secret: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

/** Whether a hex signature is that of a text, with one of the secrets; compared in constant time. */
export function isSigned(
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
          id: z.string(),
          amount: z.int(),
          currency: z.string(),
          status: z.string(),
          notes: z.unknown().optional(),
        }),
      })
      .optional(),
    refund: z.object({ entity: refundSchema }).optional(),
  }),
})

export interface ProviderEvent {
  kind: string
  /** The number of the order; empty where the event does not tell it. */
  reference: string
  linkId: string
  payment: ProviderPayment | undefined
  refund: ProviderRefund | undefined
}

const readNote = (notes: unknown, name: string): string => {
  const value = typeof notes === 'object' && notes !== null ? Object.entries(notes) : []
  const [, text] = value.find(([key]) => key === name) ?? []
  return typeof text === 'string' ? text.slice(0, 100) : ''
}

/** @returns undefined for a body that is no event. */
export function parseEvent(body: string): ProviderEvent | undefined {
  const { data } = eventSchema.safeParse(parseJson(body))
  if (!data) return undefined
  const { payment_link, payment, refund } = data.payload
  return {
    kind: data.event,
    reference: payment_link?.entity.reference_id ?? readNote(payment?.entity.notes, 'order'),
    linkId: payment_link?.entity.id ?? '',
    payment: payment && {
      id: payment.entity.id,
      amountPaise: payment.entity.amount,
      currency: payment.entity.currency,
      status: payment.entity.status,
    },
    refund: refund && {
      id: refund.entity.id,
      key: readNote(refund.entity.notes, 'refund'),
      status: refund.entity.status,
    },
  }
}
