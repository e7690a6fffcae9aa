import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderDetail } from '#src/contract/orders.ts'
import { Progress } from '#src/islands/orders/OrderProgress.tsx'

const order = {
  number: 'KV-7Q4M2XWP',
  date: '2026-11-24T10:00:00.000Z',
  state: 'awaiting_payment',
  payBefore: '2026-11-27T10:00:00.000Z',
  total: 430_500,
  credit: 0,
  promised: null,
  lines: [],
  shipments: [],
  returns: [],
  events: [],
  cancelReason: '',
  bank: { name: 'Kairavi Horology LLP', number: '50200012345678', ifsc: 'HDFC0001234' },
} as unknown as OrderDetail

const toText = (shown: OrderDetail) => renderToStaticMarkup(<Progress order={shown} />)

test('an order that waits for its transfer says first how much goes to which account', () => {
  for (const part of ['₹4,30,500.00', '50200012345678', 'HDFC0001234', 'KV-7Q4M2XWP'])
    expect(toText(order)).toContain(part)
  expect(toText({ ...order, bank: null })).not.toContain('Please transfer')
})
