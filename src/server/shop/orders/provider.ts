import type { z } from 'zod'
import type { confirmPaymentRequest } from '#src/contract/orders.ts'

/** What a provider says of a payment: `captured` is money that has arrived. */
export interface ProviderPayment {
  id: string
  amountPaise: number
  currency: string
  status: 'authorized' | 'captured' | 'refunded' | 'failed' | 'other'
}

export interface ProviderLink {
  id: string
  url: string
  /** The number of the order. */
  reference: string
  status: 'created' | 'paid' | 'ended'
  payments: ProviderPayment[]
}

export interface ProviderRefund {
  id: string
  /** Our id of it; empty for one that was made at the provider. */
  key: string
  paymentId: string
  amountPaise: number
  status: 'pending' | 'processed' | 'failed'
}

/** The bank of the buyer asks for the money of a payment. */
interface ProviderDispute {
  id: string
  paymentId: string
  amountPaise: number
  status: 'open' | 'won' | 'lost'
}

export interface ProviderEvent {
  /** The same for every repeat of the event. */
  id: string
  kind: string
  /** The number of the order; empty if the event does not tell it. */
  reference: string
  /** Empty if the event does not tell it. */
  linkId: string
  payment?: ProviderPayment | undefined
  refund?: ProviderRefund | undefined
  dispute?: ProviderDispute | undefined
}

export interface NewLink {
  reference: string
  amountPaise: number
  expiresAt: number
  callbackUrl: string
  customer: { name: string; email: string; phone: string }
}

/**
 * Takes payments on a page of its own. A call throws UnavailableError if it may succeed later, RefusedError if it would
 * be refused again, and KeyRefusedError if the provider does not accept the keys of the shop.
 */
export interface Provider {
  createLink(link: NewLink, signal?: AbortSignal): Promise<ProviderLink>
  readLink(id: string): Promise<ProviderLink>
  /** Finds the link of an order, also if the answer that had it was lost. */
  findLink(reference: string, signal?: AbortSignal): Promise<ProviderLink | undefined>
  cancelLink(id: string): Promise<ProviderLink>
  /** A repeat with the same key gets the answer of the first call. */
  refund(refund: { paymentId: string; key: string; amountPaise: number }): Promise<ProviderRefund>
  readRefund(id: string): Promise<ProviderRefund>
  /** @returns `unsigned` for an event of someone else, undefined for a body that is no event. */
  parseEvent(
    getHeader: (name: string) => string,
    body: string,
  ): ProviderEvent | 'unsigned' | undefined
  /** Whether the provider has signed the values with which the browser comes back. */
  isSignedReturn(values: z.output<typeof confirmPaymentRequest>): boolean
}

/** The provider says no, and would again. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

/** The provider does not accept the keys of the shop, which only the operator can change. */
export class KeyRefusedError extends Error {
  override name = 'KeyRefusedError'
}
