import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderDetail, OrderLine } from '#src/contract/orders.ts'
import { Lines } from '#src/islands/orders/OrderParts.tsx'

const line: OrderLine = {
  position: 0,
  productId: null,
  slug: '',
  title: 'The watch',
  variant: {},
  sku: '',
  picture: '',
  price: 100,
  quantity: 1,
  personalised: false,
  cancelled: 0,
  returned: 0,
  returnable: 0,
}

test('a piece of an order leads to its page, and to none where it has none', () => {
  const lines = [line, { ...line, position: 1, slug: 'ring', title: 'The ring' }]
  const html = renderToStaticMarkup(<Lines order={{ lines } as OrderDetail} />)
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="/product/ring"'])
  expect(html).toContain('The watch')
})
