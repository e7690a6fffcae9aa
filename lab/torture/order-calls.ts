import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { calculateTotals } from '#src/rules/money.ts'
import { send } from '#tools/http-server.ts'
import type { RazorpayStandIn } from '#tools/razorpay-stand-in.ts'

const RETRY_MS = 20

const DELIVERY = {
  address: {
    address: '7, Jalebi Chowk',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302002',
  },
  phone: '+91 98290 12345',
}

/** All buyers share one telephone number, whose cash orders of a day are summed, and some products are expensive. */
export const NO_LIMITS = { PUBLIC_COD_LIMIT: '100000000', RAZORPAY_MAX: '100000000' }

export interface CartLine {
  id: string
  quantity: number
  price: number
}

/** Returns the body of POST /orders for a cart. */
export const toOrder = (cart: readonly CartLine[], method: 'cod' | 'razorpay') => ({
  ...DELIVERY,
  method,
  pan: 'ABCPE1234F',
  seen: {
    lines: cart.map(({ id, quantity, price }) => ({ id, quantity, price })),
    total: calculateTotals([...cart]).total,
  },
})

export type ShopCaller = ReturnType<typeof createCaller>

/** Creates a client of a shop that is killed. A call without an answer is repeated with its headers. */
export function createCaller(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const state = { port: 0 }

  async function call(
    cookie: string,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    for (;;) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const type = text === undefined ? {} : { 'Content-Type': 'application/json' }
      const sending = send(
        {
          method,
          path: `/api${path}`,
          port: state.port,
          agent,
          headers: { Host: 'shop.test', Cookie: cookie, ...type, ...headers },
        },
        text,
      )
      const answer = await sending.catch(() => undefined)
      if (answer && ![502, 503].includes(answer.status))
        return { status: answer.status, body: JSON.parse(answer.body.toString()) }
      await sleep(RETRY_MS)
    }
  }

  return {
    /** Its port changes with each process. */
    state,
    call,
    /** Pays at the provider, which reports it twice. */
    async reportPaid(provider: RazorpayStandIn, number: string): Promise<void> {
      const payment = provider.pay(number)
      const event = provider.event('payment_link.paid', payment)
      const headers = {
        'X-Razorpay-Signature': event.signature,
        'x-razorpay-event-id': event.id,
      }
      for (const _ of [1, 2]) {
        const body = JSON.parse(event.body) as object
        const { status } = await call('', 'POST', '/webhooks/razorpay', body, headers)
        if (status !== 200) throw new Error(`An event was answered with ${status}.`)
      }
    },
    close: () => agent.destroy(),
  }
}
