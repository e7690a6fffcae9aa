import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeServer, listen } from './http-server.ts'
import { ORDERS, PAN_KEY } from './site-settings.ts'

// A stand-in of Razorpay on loopback: the real one was not reached. It speaks the calls that the shop makes, signs its
// events as documented, and misbehaves on request.

const KEY_ID = 'rzp_test_stand_in'
export const KEY_SECRET = 'the secret of the key'
export const WEBHOOK_SECRET = 'the secret of the webhooks'
export const FORMER_SECRET = 'the secret before it'

interface Link {
  id: string
  reference_id: string
  amount: number
  currency: string
  status: 'created' | 'paid' | 'expired' | 'cancelled'
  short_url: string
  callback_url: string
  expire_by: number
  notes: Record<string, string>
  payments: { payment_id: string; amount: number; status: string; plink_id: string }[]
}

export interface Payment {
  id: string
  link: Link
  amount: number
  currency: string
  status: string
  refunded: number
}

interface Refund {
  id: string
  payment_id: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  notes: Record<string, string>
}

/** What a call does in place of its answer. */
export type Fault =
  /** Does the work, then answers 500. */
  | 'lose-answer'
  /** Answers 500 without having done anything. */
  | 'fail'
  /** Refuses with 400. */
  | 'refuse'
  /** Does the work, then refuses with 400. */
  | 'refuse-after'
  /** Answers 401, as to another key. */
  | 'unauthorized'
  /** Does the work, then breaks the connection. */
  | 'break-off'
  /** Answers, but a refund is pending. */
  | 'pending'

export type Call = 'createLink' | 'findLink' | 'readLink' | 'cancelLink' | 'refund' | 'readRefund'

/** What the provider does at one call. */
export interface Disturbance {
  /** What it does in place of its answer. */
  fault?: Fault | undefined
  /** When it sends the event that the call brings about: somebody pays the link, or the refund is processed. */
  event?: 'before' | 'after' | undefined
  /** How often the event arrives; 0 for one that is lost. */
  copies?: number
  /** Paise that are added to the amount of the event. */
  difference?: number
}

export interface SignedEvent {
  id: string
  body: string
  signature: string
}

const newId = (prefix: string) => `${prefix}_${randomBytes(7).toString('hex')}`
const sign = (body: string, secret: string) =>
  createHmac('sha256', secret).update(body).digest('hex')

export type RazorpayStandIn = Awaited<ReturnType<typeof startRazorpayStandIn>>

export async function startRazorpayStandIn() {
  const links = new Map<string, Link>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const byKey = new Map<string, { body: string; refund: Refund }>()
  const running = new Set<string>()
  /** Taken one after the other by the calls of their name. */
  const faults: Partial<Record<Call, Fault[]>> = {}
  const calls: Record<Call, number> = {
    createLink: 0,
    findLink: 0,
    readLink: 0,
    cancelLink: 0,
    refund: 0,
    readRefund: 0,
  }
  /** Events that follow the answers of their calls. */
  const unsent: SignedEvent[] = []
  let delayMs = 0
  let origin = ''

  const error = (status: number, description: string) => ({
    status,
    body: { error: { code: 'BAD_REQUEST_ERROR', description } },
  })

  function createLink(body: string) {
    const sent = JSON.parse(body) as Omit<Link, 'id' | 'status' | 'payments' | 'short_url'>
    if (!Number.isInteger(sent.amount) || sent.amount < 100)
      return error(400, 'The amount must be at least INR 1.00')
    if (sent.reference_id.length > 40) return error(400, 'The reference id is too long')
    if ([...links.values()].some(({ reference_id }) => reference_id === sent.reference_id))
      return error(400, `payment link with given reference_id already exists`)
    const id = newId('plink')
    const link: Link = {
      ...sent,
      id,
      status: 'created',
      short_url: `${origin}/pay/${id}`,
      payments: [],
    }
    links.set(id, link)
    return { status: 200, body: link }
  }

  function refund(paymentId: string, key: string, body: string) {
    const payment = payments.get(paymentId)
    if (!payment) return error(400, 'The id provided does not exist')
    const known = byKey.get(key)
    if (known)
      return known.body === body
        ? { status: 200, body: known.refund }
        : error(400, 'Different request body sent for the same idempotency key')
    if (running.has(key)) return error(409, 'The request is being processed')
    const sent = JSON.parse(body) as { amount: number; notes: Record<string, string> }
    if (payment.refunded + sent.amount > payment.amount)
      return error(400, 'The total refund amount is greater than the refund payment amount')
    const made: Refund = {
      id: newId('rfnd'),
      payment_id: paymentId,
      amount: sent.amount,
      status: 'processed',
      notes: sent.notes,
    }
    payment.refunded += sent.amount
    refunds.set(made.id, made)
    byKey.set(key, { body, refund: made })
    return { status: 200, body: made }
  }

  interface Answer {
    status: number
    body: unknown
  }

  function route(
    method: string,
    url: URL,
    request: IncomingMessage,
    body: string,
  ): [Call, () => Answer] | undefined {
    const [, root = '', id = '', action = ''] = url.pathname.replace(/^\/v1/, '').split('/')
    const found = <T>(map: Map<string, T>): Answer => {
      const value = map.get(id)
      return value ? { status: 200, body: value } : error(400, 'The id provided does not exist')
    }
    if (root === 'payment_links' && method === 'POST' && !id)
      return ['createLink', () => createLink(body)]
    if (root === 'payment_links' && method === 'GET' && !id) {
      const reference = url.searchParams.get('reference_id')
      const matching = () => [...links.values()].filter((link) => link.reference_id === reference)
      return ['findLink', () => ({ status: 200, body: { payment_links: matching() } })]
    }
    if (root === 'payment_links' && method === 'GET') return ['readLink', () => found(links)]
    if (root === 'payment_links' && action === 'cancel')
      return [
        'cancelLink',
        () => {
          const link = links.get(id)
          if (link?.status !== 'created') return error(400, 'The link cannot be cancelled')
          link.status = 'cancelled'
          return { status: 200, body: link }
        },
      ]
    if (root === 'payments' && action === 'refund') {
      const key = String(request.headers['x-refund-idempotency'] ?? '')
      return ['refund', () => refund(id, key, body)]
    }
    if (root === 'refunds') return ['readRefund', () => found(refunds)]
    return undefined
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    const method = request.method ?? 'GET'
    const body = await text(request)
    const send = ({ status, body: json }: Answer) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(json))
    }
    if (url.pathname.startsWith('/pay/')) return payPage(url, method, body, response)
    const expected = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`
    if (request.headers.authorization !== expected) return send(error(401, 'Authentication failed'))
    const [call, work] = route(method, url, request, body) ?? []
    if (!call || !work) return send(error(404, 'The requested URL was not found'))
    calls[call]++
    const key = String(request.headers['x-refund-idempotency'] ?? '')
    if (delayMs > 0) {
      if (call === 'refund' && !byKey.has(key)) {
        if (running.has(key)) return send(error(409, 'The request is being processed'))
        running.add(key)
      }
      await sleep(delayMs)
      running.delete(key)
    }
    const isRepeat = byKey.has(key)
    const disturbance = await standIn.disturb(call, isRepeat)
    const fault = disturbance?.fault ?? faults[call]?.shift()
    // A link can be paid while its cancellation is on its way.
    if (call === 'cancelLink' && disturbance?.event === 'before')
      await tellAt(links.get(url.pathname.split('/')[3] ?? ''), disturbance)
    if (fault === 'fail') return send({ status: 500, body: {} })
    if (fault === 'refuse') return send(error(400, 'The payment has been fully refunded already'))
    if (fault === 'unauthorized') return send(error(401, 'Authentication failed'))
    const answer = work()
    // What happens before the answer arrives is not in it.
    if (method === 'GET') answer.body = structuredClone(answer.body)
    await standIn.afterWork(call, answer.body)
    const isDone = call !== 'cancelLink' || disturbance?.event === 'after'
    if (disturbance?.event && answer.status === 200 && isDone)
      await tellAt(toSubject(call, answer.body), disturbance)
    // What an event has told is true: then only the answer is older.
    const isTold = disturbance?.event !== undefined && isDone && disturbance.copies !== 0
    if (fault === 'pending' && answer.status === 200) {
      if (isTold) answer.body = { ...(answer.body as Refund), status: 'pending' }
      else (answer.body as Refund).status = 'pending'
    }
    if (fault === 'lose-answer') return send({ status: 500, body: {} })
    if (fault === 'refuse-after')
      return send(error(400, 'The payment has been fully refunded already'))
    if (fault === 'break-off') {
      response.destroy()
      return
    }
    send(answer)
  }

  /** The link or refund that a call was about. */
  function toSubject(call: Call, body: unknown): Link | Refund | undefined {
    if (call !== 'findLink') return body as Link | Refund
    return (body as { payment_links: Link[] }).payment_links[0]
  }

  /** Sends the event that a call brings about, now or once the call is over. */
  async function tellAt(
    subject: Link | Refund | undefined,
    { event: when, copies = 1, difference = 0 }: Disturbance,
  ): Promise<void> {
    const event = subject && createEvent(subject, difference)
    if (!event) return
    for (let copy = 0; copy < copies; copy++)
      if (when === 'before') await standIn.send(event)
      else unsent.push(event)
  }

  function createEvent(subject: Link | Refund, difference: number): SignedEvent | undefined {
    if ('payment_id' in subject) {
      const amount = subject.amount + difference
      return standIn.refundEvent('refund.processed', { ...subject, amount })
    }
    // A cancellation does not end a payment that is under way.
    if (subject.status === 'paid' || subject.status === 'expired') return undefined
    const payment = standIn.pay(subject.reference_id)
    return standIn.event('payment_link.paid', payment, { amount: payment.amount + difference })
  }

  const paymentPage = ({ reference_id, amount, status }: Link, note: string): string =>
    `<!doctype html><link rel="icon" href="data:,"><title>Stand-in of Razorpay</title><h1>Stand-in of Razorpay</h1>
<p>${reference_id}: ₹${amount / 100}</p><p role="status">${note}</p>${
      status === 'created'
        ? '<form method="post"><button name="way" value="pay">Pay</button> <button name="way" value="fail">Fail</button></form>'
        : ''
    }`

  /** The page on which a person pays, or whose payment fails, so that the way can be tried in a browser. */
  async function payPage(
    url: URL,
    method: string,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    const link = links.get(url.pathname.split('/')[2] ?? '')
    if (!link) {
      response.writeHead(404).end()
      return
    }
    const way = method === 'POST' ? new URLSearchParams(body).get('way') : null
    if (way === 'pay') {
      const payment = standIn.pay(link.reference_id)
      const { pathname, search } = new URL(standIn.toCallback(payment.id))
      // The shop names SITE_URL, whose port is another one.
      response.writeHead(303, { location: `${standIn.shopUrl}${pathname}${search}` }).end()
      return
    }
    if (way === 'fail') await tellFailed(link.reference_id)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(paymentPage(link, way === 'fail' ? 'The payment failed. You can try again.' : ''))
  }

  /** Sends the event of a failed payment to the shop, as the provider does. */
  async function tellFailed(reference: string): Promise<void> {
    const payment = standIn.pay(reference, { status: 'failed' })
    const { id, body, signature } = standIn.event('payment.failed', payment)
    await fetch(`${standIn.shopUrl}/api/webhooks/razorpay`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': id,
      },
      body,
    })
  }

  const findLink = (reference: string): Link => {
    const link = [...links.values()].find(({ reference_id }) => reference_id === reference)
    if (!link) throw new Error(`The stand-in has no link for ${reference}.`)
    return link
  }

  const toPaymentEntity = (payment: Payment | undefined) =>
    payment && {
      id: payment.id,
      entity: 'payment',
      amount: payment.amount,
      currency: payment.currency,
      status: payment.status,
      notes: payment.link.notes,
    }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const port = await listen(server)
  origin = `http://127.0.0.1:${port}`

  const standIn = {
    /** Where the shop is reached, to which its page sends the browser, and the event of a payment that fails. */
    shopUrl: '',
    /** Is called when the work of a call is done, before it is answered. */
    afterWork: async (_call: Call, _body: unknown): Promise<void> => {},
    /** Is asked at each call what happens there, e.g. at random. */
    disturb: (
      _call: Call,
      _isRepeat: boolean,
    ): Disturbance | undefined | Promise<Disturbance | undefined> => undefined,
    /** Is told of each payment. */
    onPay: (_payment: Payment): void => {},
    /** Delivers an event to the shop. */
    send: async (_event: SignedEvent): Promise<unknown> => undefined,
    /** Sends the events that follow the answers. */
    async sendRest(): Promise<void> {
      for (const event of unsent.splice(0)) await standIn.send(event)
    },
    /** Settings of a shop that pays through it. */
    env: {
      ORDERS,
      PAN_KEY,
      RAZORPAY_URL: `${origin}/v1`,
      RAZORPAY_KEY_ID: KEY_ID,
      RAZORPAY_KEY_SECRET: KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      RAZORPAY_FORMER_WEBHOOK_SECRET: FORMER_SECRET,
    },
    faults,
    calls,
    links,
    refunds,
    /** Has a link that the shop made before. */
    addLink(id: string, reference: string, amount: number) {
      const base = { currency: 'INR', expire_by: 0, notes: {}, payments: [] }
      const url = `${origin}/pay/${id}`
      links.set(id, {
        ...base,
        id,
        amount,
        reference_id: reference,
        status: 'created',
        short_url: url,
        callback_url: url,
      })
    },
    /** Makes every call take so long. */
    setDelay(ms: number) {
      delayMs = ms
    },
    /** Pays the link of an order, at once or as an authorization that is captured later. */
    pay(
      reference: string,
      { amount, status = 'captured' }: { amount?: number; status?: string } = {},
    ): Payment {
      const link = findLink(reference)
      const payment: Payment = {
        id: newId('pay'),
        link,
        amount: amount ?? link.amount,
        currency: 'INR',
        status,
        refunded: 0,
      }
      payments.set(payment.id, payment)
      standIn.onPay(payment)
      if (status === 'captured') {
        link.status = 'paid'
        link.payments.push({
          payment_id: payment.id,
          amount: payment.amount,
          status,
          plink_id: link.id,
        })
      }
      return payment
    },
    /** Refunds a payment as a person does in the dashboard of the provider. */
    refundPayment(paymentId: string, amount?: number): Refund {
      const payment = payments.get(paymentId)
      if (!payment) throw new Error(`The stand-in has no payment ${paymentId}.`)
      const refund: Refund = {
        id: newId('rfnd'),
        payment_id: paymentId,
        amount: amount ?? payment.amount,
        status: 'processed',
        notes: {},
      }
      payment.refunded += refund.amount
      if (payment.refunded === payment.amount) {
        payment.status = 'refunded'
        for (const paid of payment.link.payments)
          if (paid.payment_id === paymentId) paid.status = 'refunded'
      }
      refunds.set(refund.id, refund)
      return refund
    },
    /** Ends a refund that is pending. @returns its event. */
    endRefund(id: string, status: 'processed' | 'failed'): SignedEvent {
      const refund = refunds.get(id)
      if (!refund) throw new Error(`The stand-in has no refund ${id}.`)
      refund.status = status
      const payment = payments.get(refund.payment_id)
      if (payment && status === 'failed') payment.refunded -= refund.amount
      return standIn.refundEvent(`refund.${status}`, refund)
    },
    expire(reference: string) {
      findLink(reference).status = 'expired'
    },
    /** The event that it sends of a payment, signed. `change` alters what it says before it is signed. */
    event(
      kind: string,
      payment: Payment,
      { id = newId('evt'), secret = WEBHOOK_SECRET, amount = payment.amount } = {},
    ): SignedEvent {
      const { link } = payment
      const status = kind === 'payment.failed' ? 'failed' : payment.status
      const entity = { ...toPaymentEntity(payment), amount, status }
      const body = JSON.stringify({
        entity: 'event',
        event: kind,
        contains: ['payment_link', 'payment'],
        payload: {
          ...(kind.startsWith('payment_link.') && { payment_link: { entity: link } }),
          payment: { entity },
        },
        created_at: Math.floor(Date.now() / 1000),
      })
      return { id, body, signature: sign(body, secret) }
    },
    /** The event that it sends of the link of an order, without a payment. */
    linkEvent(kind: string, number: string): SignedEvent {
      const entity = { ...findLink(number), payments: [] }
      const payload = { payment_link: { entity } }
      const body = JSON.stringify({ entity: 'event', event: kind, payload })
      return { id: newId('evt'), body, signature: sign(body, WEBHOOK_SECRET) }
    },
    refundEvent(kind: string, refund: Refund, { id = newId('evt') } = {}): SignedEvent {
      const body = JSON.stringify({
        entity: 'event',
        event: kind,
        payload: {
          refund: {
            entity: {
              ...refund,
              status: kind.replace('refund.', '').replace('created', 'pending'),
            },
          },
          payment: { entity: toPaymentEntity(payments.get(refund.payment_id)) },
        },
      })
      return { id, body, signature: sign(body, WEBHOOK_SECRET) }
    },
    /** The event of a dispute over the whole payment. */
    disputeEvent(status: string, payment: Payment): SignedEvent {
      const entity = {
        id: `disp_${payment.id}`,
        payment_id: payment.id,
        amount: payment.amount,
        status: status === 'created' ? 'open' : status,
      }
      const body = JSON.stringify({
        entity: 'event',
        event: `payment.dispute.${status}`,
        payload: { dispute: { entity }, payment: { entity: toPaymentEntity(payment) } },
      })
      return { id: newId('evt'), body, signature: sign(body, WEBHOOK_SECRET) }
    },
    /** What the browser brings back, as the body of POST /orders/{number}/payment/confirm. */
    toConfirmation(payment: Payment) {
      const { link } = payment
      const status = link.status
      const signed = `${link.id}|${link.reference_id}|${status}|${payment.id}`
      return {
        paymentId: payment.id,
        linkId: link.id,
        referenceId: link.reference_id,
        status,
        signature: sign(signed, KEY_SECRET),
      }
    },
    /** The address to which it sends the browser back. */
    toCallback(paymentId: string): string {
      const payment = payments.get(paymentId)
      if (!payment) throw new Error(`The stand-in has no payment ${paymentId}.`)
      const back = standIn.toConfirmation(payment)
      const url = new URL(payment.link.callback_url)
      url.searchParams.set('razorpay_payment_id', back.paymentId)
      url.searchParams.set('razorpay_payment_link_id', back.linkId)
      url.searchParams.set('razorpay_payment_link_reference_id', back.referenceId)
      url.searchParams.set('razorpay_payment_link_status', back.status)
      url.searchParams.set('razorpay_signature', back.signature)
      return url.href
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  }
  return standIn
}

/** Sends an event to a shop as the provider does. */
export const deliver = (
  shop: { request(path: string, init?: RequestInit): Promise<Response> },
  { id, body, signature }: SignedEvent,
): Promise<Response> =>
  shop.request('/webhooks/razorpay', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Razorpay-Signature': signature,
      'x-razorpay-event-id': id,
    },
    body,
  })
