import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { test as base, describe, expect } from 'vitest'
import { readEnv } from '#src/server/core/env.ts'
import { UnavailableError } from '#src/server/core/errors.ts'
import { KeyRefusedError, type Provider, RefusedError } from '#src/server/shop/orders/provider.ts'
import { createRazorpay } from '#src/server/shop/orders/razorpay.ts'
import { serve } from '#tools/http-server.ts'

// What the shop sends to Razorpay and what it reads from each answer, as https://razorpay.com/docs/api has them.

const KEYS = {
  NODE_ENV: 'test',
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'the secret of the key',
  RAZORPAY_WEBHOOK_SECRET: 'the secret of the webhooks',
  RAZORPAY_FORMER_WEBHOOK_SECRET: 'the secret before it',
}

interface Sent {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  type: string | undefined
  key: string | string[] | undefined
  body: unknown
}

/** An API that records one call and gives one answer. */
const test = base.extend<{
  api: { status: number; answer: string; sent: Sent[]; headers: Record<string, string> }
  razorpay: Provider
}>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  api: async ({}, use) => {
    await use({ status: 200, answer: '{}', sent: [], headers: {} })
  },
  razorpay: async ({ api }, use) => {
    await using server = await serve(async (request, response) => {
      const body = await text(request)
      const { authorization, 'content-type': type, 'x-refund-idempotency': key } = request.headers
      const { method, url } = request
      api.sent.push({ method, url, authorization, type, key, body: body && JSON.parse(body) })
      response.writeHead(api.status, api.headers).end(api.answer)
    })
    const provider = createRazorpay(readEnv({ ...KEYS, RAZORPAY_URL: server.url }))
    if (!provider) throw new Error('There is no provider.')
    await use(provider)
  },
})

const LINK = {
  id: 'plink_1',
  short_url: 'https://rzp.example/1',
  reference_id: 'KV-1',
  status: 'created',
  currency: 'INR',
  payments: null,
}
const READ_LINK = {
  id: 'plink_1',
  url: 'https://rzp.example/1',
  reference: 'KV-1',
  status: 'created',
  payments: [],
}
const GET = {
  method: 'GET',
  authorization: `Basic ${Buffer.from('rzp_test_1:the secret of the key').toString('base64')}`,
  type: undefined,
  key: undefined,
  body: '',
}
const POST = { ...GET, method: 'POST', type: 'application/json' }

test('a shop without both keys has no provider', () => {
  for (const name of ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'])
    expect(createRazorpay(readEnv({ ...KEYS, [name]: '' }))).toBeUndefined()
})

describe('a call', () => {
  test('asks for a link with all that the page of the payment shows', async ({ api, razorpay }) => {
    api.answer = JSON.stringify(LINK)
    const link = await razorpay.createLink({
      reference: 'KV-1',
      amountPaise: 105_000,
      expiresAt: 1_500_001,
      callbackUrl: 'https://shop.example/order?number=KV-1',
      customer: { name: 'Asha Rao', email: 'asha@example.com', phone: '+91 98290-12345' },
    })
    expect(link).toEqual(READ_LINK)
    const body = {
      amount: 105_000,
      currency: 'INR',
      reference_id: 'KV-1',
      description: 'Order KV-1',
      expire_by: 1_501,
      callback_url: 'https://shop.example/order?number=KV-1',
      callback_method: 'get',
      customer: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919829012345' },
      notify: { sms: false, email: false },
      reminder_enable: false,
      notes: { order: 'KV-1' },
    }
    expect(api.sent).toEqual([{ ...POST, url: '/api/payment_links', body }])
  })

  test('finds the link of a number among others', async ({ api, razorpay }) => {
    const others = { payment_links: [{ ...LINK, id: 'plink_2', reference_id: 'KV-10' }, LINK] }
    api.answer = JSON.stringify(others)
    expect(await razorpay.findLink('KV-1')).toEqual(READ_LINK)
    expect(await razorpay.findLink('KV/2')).toBeUndefined()
    expect(api.sent).toEqual([
      { ...GET, url: '/api/payment_links?reference_id=KV-1' },
      { ...GET, url: '/api/payment_links?reference_id=KV%2F2' },
    ])
  })

  test('reads a link, and cancels it', async ({ api, razorpay }) => {
    api.answer = JSON.stringify(LINK)
    expect(await razorpay.readLink('plink/1')).toEqual(READ_LINK)
    expect(await razorpay.cancelLink('plink/1')).toEqual(READ_LINK)
    expect(api.sent).toEqual([
      { ...GET, url: '/api/payment_links/plink%2F1' },
      { ...POST, url: '/api/payment_links/plink%2F1/cancel', body: {} },
    ])
  })

  test('refunds with the key of the shop, and reads the refund', async ({ api, razorpay }) => {
    const refund = {
      id: 'rfnd_1',
      payment_id: 'pay_1',
      amount: 500,
      status: 'pending',
      notes: { other: 'x', refund: 'key-1' },
    }
    api.answer = JSON.stringify(refund)
    const read = {
      id: 'rfnd_1',
      key: 'key-1',
      paymentId: 'pay_1',
      amountPaise: 500,
      status: 'pending',
    }
    const asked = { paymentId: 'pay/1', key: 'key-1', amountPaise: 500 }
    expect(await razorpay.refund(asked)).toEqual(read)
    expect(await razorpay.readRefund('rfnd/1')).toEqual(read)
    expect(api.sent).toEqual([
      {
        ...POST,
        url: '/api/payments/pay%2F1/refund',
        key: 'key-1',
        body: { amount: 500, notes: { refund: 'key-1' } },
      },
      { ...GET, url: '/api/refunds/rfnd%2F1' },
    ])
  })
})

describe('an answer', () => {
  test.for([
    ['created', 'created'],
    ['paid', 'paid'],
    ['partially_paid', 'ended'],
    ['expired', 'ended'],
    ['cancelled', 'ended'],
  ])('with a link that is %s has one that is %s', async ([status, expected], { api, razorpay }) => {
    api.answer = JSON.stringify({ ...LINK, status })
    expect((await razorpay.readLink('plink_1')).status).toBe(expected)
  })

  test('has the payments of a link in its currency', async ({ api, razorpay }) => {
    const statuses = ['authorized', 'captured', 'paid', 'refunded', 'failed', 'new']
    const payments = statuses.map((status, index) => ({
      payment_id: `pay_${index}`,
      amount: index,
      status,
    }))
    api.answer = JSON.stringify({ ...LINK, currency: 'USD', payments })
    const expected = ['authorized', 'captured', 'captured', 'refunded', 'failed', 'other']
    expect((await razorpay.readLink('plink_1')).payments).toEqual(
      expected.map((status, index) => ({
        id: `pay_${index}`,
        amountPaise: index,
        currency: 'USD',
        status,
      })),
    )
  })

  test('may leave out what is optional', async ({ api, razorpay }) => {
    api.answer = JSON.stringify({ id: 'plink_1', status: 'created' })
    const empty = { id: 'plink_1', url: '', reference: '', status: 'created', payments: [] }
    expect(await razorpay.readLink('plink_1')).toEqual(empty)
    api.answer = JSON.stringify({ id: 'rfnd_1', status: 'processed', notes: [] })
    expect(await razorpay.readRefund('rfnd_1')).toEqual({
      id: 'rfnd_1',
      key: '',
      paymentId: '',
      amountPaise: 0,
      status: 'processed',
    })
  })

  test.for([
    { ...LINK, id: 'plink/1' },
    { ...LINK, id: 'p'.repeat(61) },
    { ...LINK, id: '' },
    [],
    'not JSON',
  ])('of another shape counts as none: %j', async (answer, { api, razorpay }) => {
    api.answer = typeof answer === 'string' ? answer : JSON.stringify(answer)
    const error = await razorpay.readLink('plink_1').catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(UnavailableError)
    expect(String(error)).toContain('Razorpay answered something else.')
  })

  test('above a megabyte counts as none', async ({ api, razorpay }) => {
    const pad = (length: number) =>
      JSON.stringify({ ...LINK, x: 'x'.repeat(length) }).slice(0, length)
    const rest = JSON.stringify({ ...LINK, x: '' }).length
    api.answer = JSON.stringify({ ...LINK, x: 'x'.repeat(1024 * 1024 - rest) })
    expect(await razorpay.readLink('plink_1')).toEqual(READ_LINK)
    api.answer = `${api.answer} `
    await expect(razorpay.readLink('plink_1')).rejects.toThrow('Razorpay answered too much.')
    api.answer = pad(2 * 1024 * 1024)
    await expect(razorpay.readLink('plink_1')).rejects.toBeInstanceOf(UnavailableError)
  })

  test.for([
    [400, RefusedError],
    [404, RefusedError],
    [401, KeyRefusedError],
    [403, KeyRefusedError],
    [408, UnavailableError],
    [409, UnavailableError],
    [429, UnavailableError],
    [499, RefusedError],
    [500, UnavailableError],
    [503, UnavailableError],
  ] as const)('%i is told with its reason', async ([status, kind], { api, razorpay }) => {
    api.status = status
    api.answer = JSON.stringify({ error: { description: 'The amount is too small' } })
    const error = await razorpay.readLink('plink_1').catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(kind)
    expect((error as Error).message).toBe(`Razorpay answered ${status}: The amount is too small`)
    api.answer = '<html>'
    await expect(razorpay.readLink('plink_1')).rejects.toThrow(
      `Razorpay answered ${status}: no reason`,
    )
  })

  test('that leads elsewhere is not followed', async ({ api, razorpay }) => {
    api.status = 302
    api.headers = { location: '/api/other' }
    await expect(razorpay.readLink('plink_1')).rejects.toThrow('Razorpay does not answer')
    expect(api.sent).toHaveLength(1)
  })

  test('that does not come in time is none', async ({ razorpay }) => {
    const deadline = AbortSignal.abort()
    await expect(razorpay.findLink('KV-1', deadline)).rejects.toThrow('Razorpay does not answer')
  })
})

const toHmac = (body: string, secret: string) =>
  createHmac('sha256', secret).update(body).digest('hex')

describe('an event', () => {
  const parse = (
    razorpay: Provider,
    event: object | string,
    { id = 'evt_1', secret = KEYS.RAZORPAY_WEBHOOK_SECRET, signature = '' } = {},
  ) => {
    const body = typeof event === 'string' ? event : JSON.stringify(event)
    const headers: Record<string, string> = {
      'x-razorpay-signature': signature || toHmac(body, secret),
      'x-razorpay-event-id': id,
    }
    return razorpay.parseEvent((name) => headers[name] ?? '', body)
  }
  const PAYMENT = { id: 'pay_1', amount: 100, currency: 'INR', status: 'captured' }

  test('has link, payment, refund and dispute', ({ razorpay }) => {
    const refund = {
      id: 'rfnd_1',
      payment_id: 'pay_1',
      amount: 40,
      status: 'failed',
      notes: { refund: 'key-1' },
    }
    const dispute = { id: 'disp_1', payment_id: 'pay_1', amount: 60, status: 'lost' }
    const event = {
      event: 'payment.captured',
      payload: {
        payment_link: { entity: LINK },
        payment: { entity: { ...PAYMENT, notes: { order: 'KV-2' } } },
        refund: { entity: refund },
        dispute: { entity: dispute },
      },
    }
    expect(parse(razorpay, event)).toEqual({
      id: 'evt_1',
      kind: 'payment.captured',
      reference: 'KV-1',
      linkId: 'plink_1',
      payment: { id: 'pay_1', amountPaise: 100, currency: 'INR', status: 'captured' },
      refund: {
        id: 'rfnd_1',
        key: 'key-1',
        paymentId: 'pay_1',
        amountPaise: 40,
        status: 'failed',
      },
      dispute: { id: 'disp_1', paymentId: 'pay_1', amountPaise: 60, status: 'lost' },
    })
  })

  test.for([
    [{ order: 'KV-2' }, 'KV-2'],
    [{ order: 7 }, ''],
    [{ order: 'x'.repeat(200) }, 'x'.repeat(100)],
    [{ other: 'KV-2' }, ''],
    ['KV-2', ''],
    [null, ''],
    [[], ''],
  ] as const)(
    'without a link has the number of its notes: %j',
    ([notes, reference], { razorpay }) => {
      const event = {
        event: 'payment.failed',
        payload: { payment: { entity: { ...PAYMENT, notes } } },
      }
      expect(parse(razorpay, event)).toMatchObject({ reference, linkId: '' })
    },
  )

  test('of a dispute tells how it stands', ({ razorpay }) => {
    const toStatus = (status: string) => {
      const entity = { id: 'disp_1', payment_id: 'pay_1', amount: 60, status }
      const event = parse(razorpay, { event: 'x', payload: { dispute: { entity } } })
      return typeof event === 'object' ? event.dispute?.status : event
    }
    expect(['open', 'under_review', 'won', 'lost', 'closed'].map(toStatus)).toEqual([
      'open',
      'open',
      'won',
      'lost',
      'open',
    ])
  })

  test.for(['RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_FORMER_WEBHOOK_SECRET'] as const)(
    'may be signed with %s',
    (name, { razorpay }) => {
      expect(parse(razorpay, { event: 'x', payload: {} }, { secret: KEYS[name] })).toMatchObject({
        id: 'evt_1',
        kind: 'x',
      })
    },
  )

  test('with another signature is not ours', ({ razorpay }) => {
    const event = { event: 'x', payload: {} }
    const valid = toHmac(JSON.stringify(event), KEYS.RAZORPAY_WEBHOOK_SECRET)
    expect(parse(razorpay, event, { secret: 'another secret' })).toBe('unsigned')
    for (const signature of [`${valid}0`, `0${valid}`, valid.slice(1), 'x', `g${valid.slice(1)}`])
      expect(parse(razorpay, event, { signature })).toBe('unsigned')
    expect(parse(razorpay, event, { signature: valid.toUpperCase() })).toMatchObject({ kind: 'x' })
  })

  test('without a secret in the settings is not ours', () => {
    const settings = { ...KEYS, RAZORPAY_WEBHOOK_SECRET: '', RAZORPAY_FORMER_WEBHOOK_SECRET: '' }
    const razorpay = createRazorpay(readEnv(settings))
    if (!razorpay) throw new Error('There is no provider.')
    expect(parse(razorpay, { event: 'x', payload: {} }, { secret: 'x' })).toBe('unsigned')
  })

  test.for([
    ['', { event: 'x', payload: {} }],
    ['x'.repeat(101), { event: 'x', payload: {} }],
    ['evt 1', { event: 'x', payload: {} }],
    [' evt', { event: 'x', payload: {} }],
    ['evt_1', { event: 'x'.repeat(101), payload: {} }],
    ['evt_1', { event: 'x' }],
    ['evt_1', { event: 'x', payload: { payment: { entity: { ...PAYMENT, id: 'pay/1' } } } }],
    ['evt_1', { event: 'x', payload: { payment: { entity: { ...PAYMENT, id: 'p'.repeat(61) } } } }],
    ['evt_1', 'not JSON'],
  ] as const)('of another shape is none: %j %j', ([id, event], { razorpay }) => {
    expect(parse(razorpay, event, { id })).toBeUndefined()
  })
})

test('the values with which the browser comes back are signed with the key', ({ razorpay }) => {
  const signature = toHmac('plink_1|KV-1|paid|pay_1', KEYS.RAZORPAY_KEY_SECRET)
  const values = { linkId: 'plink_1', referenceId: 'KV-1', status: 'paid', paymentId: 'pay_1' }
  expect(razorpay.isSignedReturn({ ...values, signature })).toBe(true)
  for (const name of ['linkId', 'referenceId', 'status', 'paymentId'])
    expect(razorpay.isSignedReturn({ ...values, [name]: 'x', signature })).toBe(false)
  const other = toHmac('plink_1|KV-1|paid|pay_1', KEYS.RAZORPAY_WEBHOOK_SECRET)
  expect(razorpay.isSignedReturn({ ...values, signature: other })).toBe(false)
})
