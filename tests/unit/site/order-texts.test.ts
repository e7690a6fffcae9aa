import { expect, test } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { defaultFacts, toTokens } from '#src/content/facts.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'

const legal = { name: undefined, officer: undefined, grievanceEmail: undefined }
const read = (
  id: 'privacy' | 'terms' | 'shipping-returns',
  takesOrders: boolean,
  keepsOrders = takesOrders,
) =>
  JSON.stringify(
    fillTokens(
      getDefaultContent(id),
      toTokens(
        { ...legal, paymentMethods: takesOrders ? 'razorpay,cod' : '', keepsOrders },
        defaultFacts,
      ),
    ),
  )

test('without orders, no text mentions the page of an order, and the PAN is kept as the law says', () => {
  for (const id of ['privacy', 'terms', 'shipping-returns'] as const)
    expect(read(id, false)).not.toMatch(/Open the order|the books|being placed|not store/)
  expect(read('privacy', false)).toContain('The report that income-tax law asks of us')
})

test('with orders, terms and returns lead to their page, and the notice says what is kept of them', () => {
  for (const id of ['terms', 'shipping-returns'] as const)
    expect(read(id, true)).toContain('Open the order in your profile')
  const privacy = read('privacy', true)
  for (const text of [
    'name and address stay for the books and nothing else does',
    'Eight financial years, encrypted',
    'While an order is being placed, the tab keeps what you have entered',
  ])
    expect(privacy).toContain(text)
})

test('a shop that has stopped to take orders still leads to their page, and says what it keeps of them', () => {
  for (const id of ['terms', 'shipping-returns'] as const)
    expect(read(id, false, true)).toContain('Open the order in your profile')
  const privacy = read('privacy', false, true)
  expect(privacy).toContain('name and address stay for the books and nothing else does')
  expect(privacy).toContain('The report that income-tax law')
  expect(privacy).not.toContain('While an order is being placed')
})
