import { describe, expect, test } from 'vitest'
import { policyTexts } from '#src/channels/policies.ts'
import {
  ORDER_STATES,
  type OrderEventKind,
  type OrderState,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  type PaymentState,
  SHOPPER_STEPS,
  STAFF_STEPS,
} from '#src/contract/values.ts'
import { UNDO_MS } from '#src/rules/constants.ts'
import {
  deriveState,
  findUndo,
  type OrderFacts,
  refuseShopperStep,
  refuseStaffStep,
  refuseWithdrawal,
} from '#src/rules/orders/order-states.ts'

// Every order state × payment state × step, for an order that is paid online. A row is a state of the order, a column a
// state of its payment in the order of PAYMENT_STATES. A dot allows the step; a letter is the sentence that refuses it.

const SENTENCES: Record<string, RegExp> = {
  n: /^This order is not paid yet\.$/,
  E: /^Please withdraw the exchange on the page/,
  e: /^This order waits for the pieces that come back\.$/,
  o: /^This order is not dispatched yet\.$/,
  w: /^This order is on its way already\.$/,
  a: /^This order has arrived already\.$/,
  c: /^This order is cancelled\.$/,
  C: /^This order is cancelled\. Please order again\.$/,
  p: /^This order is paid for\.$/,
  W: /^This order is on its way\. You can return it/,
  B: /^A part of this order has left\. You can take off/,
  A: /^This order has not arrived yet\.$/,
  m: /^The payment of this order has not arrived, or is refunded/,
  M: /^This order is not paid in cash\.$/,
  t: /^This order is not paid by bank transfer\.$/,
  r: /^The transfer for this order is recorded already\.$/,
  T: /^Please transfer the total/,
  N: /^Nothing of this order is paid\.$/,
  x: /^This order is not cancelled\.$/,
  k: /^The cash of this order was collected already\.$/,
  u: /^This order is not packed\.$/,
  g: /^What you paid for this order goes back to the account that paid\.$/,
}

/** The rows are ORDER_STATES; the columns none, collected, pending, authorized, captured, part_refunded, refunded, failed. */
// biome-ignore format: a row of the table is a line
const ONLINE: Record<string, string[]> = {
  'shopper pay': ['eeeeeeee', '........', 'pppppppp', 'pppppppp', 'pppppppp', 'pppppppp', 'CCCCCCCC'],
  'shopper correct': ['........', '........', '........', '........', 'wwwwwwww', 'aaaaaaaa', 'cccccccc'],
  'shopper reduce': ['eeeeeeee', 'nnnnnnnn', '........', '........', 'wwwwwwww', 'aaaaaaaa', 'cccccccc'],
  'shopper cancel': ['EEEEEEEE', '........', '........', 'BBBBBBBB', 'WWWWWWWW', 'aaaaaaaa', 'cccccccc'],
  'shopper return': ['AAAAAAAA', 'AAAAAAAA', 'AAAAAAAA', 'AAAAAAAA', 'AAAAAAAA', '........', 'cccccccc'],
  'shopper exchange': ['AAAAAAAA', 'AAAAAAAA', 'AAAAAAAA', 'AAAAAAAA', 'AAAAAAAA', '........', 'cccccccc'],
  'shopper payout': ['gggggggg', 'gggggggg', 'gggggggg', 'gggggggg', 'gggggggg', 'gggggggg', 'gggggggg'],
  'shopper again': ['xxxxxxxx', 'xxxxxxxx', 'xxxxxxxx', 'xxxxxxxx', 'xxxxxxxx', 'xxxxxxxx', '........'],
  'staff receive': ['tttttttt', 'tttttttt', 'tttttttt', 'tttttttt', 'tttttttt', 'tttttttt', 'tttttttt'],
  'staff dispatch': ['eeeeeeee', 'nnnnnnnn', 'm.mm..mm', 'm.mm..mm', 'wwwwwwww', 'aaaaaaaa', 'cccccccc'],
  'staff pack': ['eeeeeeee', 'nnnnnnnn', 'm.mm..mm', 'm.mm..mm', 'wwwwwwww', 'aaaaaaaa', 'cccccccc'],
  'staff unpack': ['eeeeeeee', 'nnnnnnnn', 'uuuuuuuu', 'uuuuuuuu', 'wwwwwwww', 'aaaaaaaa', 'cccccccc'],
  'staff deliver': ['eeeeeeee', 'nnnnnnnn', 'oooooooo', '........', '........', 'aaaaaaaa', 'cccccccc'],
  'staff collect': ['MMMMMMMM', 'MMMMMMMM', 'MMMMMMMM', 'MMMMMMMM', 'MMMMMMMM', 'MMMMMMMM', 'MMMMMMMM'],
  'staff correct': ['........', '........', '........', '........', 'wwwwwwww', 'aaaaaaaa', 'cccccccc'],
  'staff correct_parcel': ['eeeeeeee', 'nnnnnnnn', 'oooooooo', '........', '........', 'aaaaaaaa', 'cccccccc'],
  'staff reduce': ['eeeeeeee', 'nnnnnnnn', '........', '........', 'wwwwwwww', 'aaaaaaaa', 'cccccccc'],
  'staff cancel': ['........', '........', '........', '........', '........', 'aaaaaaaa', 'cccccccc'],
  'staff refund': ['N.NN..NN', 'N.NN..NN', 'N.NN..NN', 'N.NN..NN', 'N.NN..NN', 'N.NN..NN', 'N.NN..NN'],
}
/** Cash and transfers differ in these rows alone. */
// biome-ignore format: a row of the table is a line
const CASH: Record<string, string[]> = {
  'shopper payout': ['........', '........', '........', '........', '........', '........', '........'],
  'staff dispatch': ['eeeeeeee', 'nnnnnnnn', '........', '........', 'wwwwwwww', 'aaaaaaaa', 'cccccccc'],
  'staff pack': ['eeeeeeee', 'nnnnnnnn', '........', '........', 'wwwwwwww', 'aaaaaaaa', 'cccccccc'],
  'staff collect': ['ekkkkkkk', 'nkkkkkkk', 'okkkkkkk', '.kkkkkkk', '.kkkkkkk', '.kkkkkkk', 'ckkkkkkk'],
}
// biome-ignore format: a row of the table is a line
const TRANSFER: Record<string, string[]> = {
  'shopper pay': ['eeeeeeee', 'TTTTTTTT', 'pppppppp', 'pppppppp', 'pppppppp', 'pppppppp', 'CCCCCCCC'],
  'staff receive': ['eeeeeeee', ...Array.from({ length: 6 }, () => 'rr.rrrr.')],
}
const TABLES = {
  razorpay: ONLINE,
  cod: { ...ONLINE, ...CASH },
  transfer: { ...ONLINE, ...TRANSFER },
}

const NOW = 1_000_000
const PAID: readonly PaymentState[] = ['collected', 'captured', 'part_refunded']

const toFacts = (
  state: OrderState,
  paymentState: PaymentState,
  change: Partial<OrderFacts> = {},
): OrderFacts => ({
  state,
  paymentState,
  method: 'razorpay',
  now: NOW,
  payBefore: NOW + 1,
  returnBefore: NOW + 1,
  exchangeBefore: NOW + 1,
  isReplacement: false,
  returnable: 1,
  toCollect: 1,
  collectable: 1,
  underWay: 1,
  isPacked: false,
  credited: 0,
  mayOweCash: true,
  canSeal: true,
  refundable: PAID.includes(paymentState) ? 1 : 0,
  ...change,
})

const steps = [
  ...SHOPPER_STEPS.map((step) => ({
    name: `shopper ${step}`,
    refuse: (facts: OrderFacts) => refuseShopperStep(step, facts),
  })),
  ...STAFF_STEPS.map((step) => ({
    name: `staff ${step}`,
    refuse: (facts: OrderFacts) => refuseStaffStep(step, facts),
  })),
]

const toLetter = (refusal: string | undefined): string =>
  refusal === undefined
    ? '.'
    : (Object.keys(SENTENCES).find((letter) => SENTENCES[letter]?.test(refusal)) ?? refusal)

test.for(PAYMENT_METHODS.flatMap((method) => steps.map((step) => ({ ...step, method }))))(
  '$name of an order by $method follows the table',
  ({ name, refuse, method }) => {
    const rows = ORDER_STATES.map((state) =>
      PAYMENT_STATES.map((payment) => toLetter(refuse(toFacts(state, payment, { method })))).join(
        '',
      ),
    )
    expect(rows).toEqual(TABLES[method][name])
  },
)

describe('a limit of time or amount', () => {
  test.for([
    ['pay', { payBefore: NOW + 1 }, undefined],
    ['pay', { payBefore: NOW }, /time to pay this order is over/],
    ['pay', { payBefore: null }, /time to pay this order is over/],
    ['return', { returnBefore: NOW }, undefined],
    ['return', { returnBefore: NOW - 1 }, /days in which this order can be returned/],
    ['return', { returnBefore: null }, /days in which this order can be returned/],
    ['return', { returnable: 0 }, /No other piece of this order can be returned/],
    ['exchange', { returnBefore: NOW - 1 }, undefined],
    ['exchange', { exchangeBefore: NOW - 1 }, /days in which this order can be exchanged/],
    [
      'exchange',
      { isReplacement: true },
      /We exchange a piece once, and this one replaces another/,
    ],
    ['exchange', { returnable: 0 }, /No other piece of this order can be exchanged/],
  ] as const)('of %s is exact: %j', ([step, change, refusal]) => {
    const state = step === 'pay' ? 'awaiting_payment' : 'delivered'
    const found = refuseShopperStep(step, toFacts(state, 'captured', change))
    if (refusal) expect(found).toMatch(refusal)
    else expect(found).toBeUndefined()
  })

  test.for([
    ['dispatch', 'placed', 'part_refunded', 1, undefined],
    ['dispatch', 'placed', 'captured', 0, /is being refunded/],
    ['refund', 'placed', 'captured', 0, /All that was paid is refunded/],
    ['refund', 'delivered', 'captured', 1, undefined],
  ] as const)(
    '%s of a %s order (%s) with %d paise left',
    ([step, state, payment, refundable, refusal]) => {
      const found = refuseStaffStep(step, toFacts(state, payment, { refundable }))
      if (refusal) expect(found).toMatch(refusal)
      else expect(found).toBeUndefined()
    },
  )
})

test.for([
  [{ mayOweCash: false }, /^Nothing of this order is to be paid back in cash/],
  [{ canSeal: false }, /^We will ask you where to send the money/],
] as const)('where cash is paid back cannot be entered with %j', ([change, refusal]) => {
  const facts = toFacts('delivered', 'collected', { method: 'cod', ...change })
  expect(refuseShopperStep('payout', facts)).toMatch(refusal)
})

test.for([
  ['requested', null, true],
  ['accepted', '2026-12-02', true],
  ['accepted', '2026-12-01', false],
  ['accepted', null, true],
  ['received', null, false],
  ['refused', null, false],
  ['withdrawn', null, false],
] as const)(
  'on 1 December, a %s return with the day %s can be withdrawn: %s',
  ([state, dueOn, can]) =>
    expect(refuseWithdrawal({ state, dueOn }, '2026-12-01') === undefined).toBe(can),
)

test('a packed order is unpacked, and not packed again', () => {
  const facts = toFacts('placed', 'captured', { isPacked: true })
  expect(refuseStaffStep('pack', facts)).toBe('This order is packed already.')
  expect(refuseStaffStep('unpack', facts)).toBeUndefined()
})

test('a piece is exchanged once, as the policies promise', () => {
  expect(policyTexts.exchangeWindow).toContain('we exchange an unworn piece once')
  const facts = toFacts('delivered', 'captured', { isReplacement: true })
  expect(refuseShopperStep('exchange', facts)).toMatch(/^We exchange a piece once/)
})

test('nothing is collected for an order whose pieces all came back', () => {
  const facts = toFacts('delivered', 'none', { method: 'cod', toCollect: 0 })
  expect(refuseStaffStep('collect', facts)).toMatch(/^All pieces of this order came back/)
})

test.for([
  ['deliver', { underWay: 0 }, /^The parcels that have left have arrived already/],
  ['collect', { collectable: 0 }, /^The cash of the parcels that have left was collected already/],
] as const)('a partly sent order refuses to %s with %j', ([step, change, refusal]) => {
  const facts = toFacts('part_dispatched', 'none', { method: 'cod', ...change })
  expect(refuseStaffStep(step, facts)).toMatch(refusal)
})

test.for([
  [{ toSend: 2, underWay: 0, arrived: 0 }, 'placed'],
  [{ toSend: 1, underWay: 1, arrived: 0 }, 'part_dispatched'],
  [{ toSend: 1, underWay: 0, arrived: 1 }, 'part_dispatched'],
  [{ toSend: 0, underWay: 1, arrived: 1 }, 'dispatched'],
  [{ toSend: 0, underWay: 0, arrived: 2 }, 'delivered'],
  [{ toSend: 0, underWay: 0, arrived: 0 }, 'cancelled'],
] as const)('an order with %j is %s', ([counts, state]) => expect(deriveState(counts)).toBe(state))

describe('the step that can be undone', () => {
  const toEvents = (...kinds: OrderEventKind[]) => kinds.map((kind, at) => ({ kind, at }))

  test.for([
    [['placed', 'dispatched'], false, { step: 'dispatch', before: 1 + UNDO_MS }],
    [['placed', 'dispatched'], true, undefined],
    [['placed', 'dispatched', 'delivered'], true, { step: 'deliver', before: 2 + UNDO_MS }],
    [['placed', 'dispatched', 'undone'], false, undefined],
    [['dispatched', 'delivered', 'undone'], false, { step: 'dispatch', before: UNDO_MS }],
    [['dispatched', 'refunded'], false, undefined],
    [[], false, undefined],
  ] as const)('after %j, with an invoice: %j', ([kinds, hasInvoice, undo]) => {
    expect(findUndo(toEvents(...kinds), { now: UNDO_MS - 1, hasInvoice })).toEqual(undo)
  })

  test('can be undone within a minute', () => {
    const at = (now: number) => findUndo(toEvents('dispatched'), { now, hasInvoice: false })
    expect(at(UNDO_MS - 1)).toBeDefined()
    expect(at(UNDO_MS)).toBeUndefined()
  })
})
