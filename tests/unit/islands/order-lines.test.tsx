import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderDetail, OrderLine } from '#src/contract/orders.ts'
import { OrderList } from '#src/islands/account/OrderList.tsx'
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
  toSend: 0,
  exchangeable: 0,
}

test('a piece of an order leads to its page, and to none where it has none', () => {
  const lines = [line, { ...line, position: 1, slug: 'ring', title: 'The ring' }]
  const html = renderToStaticMarkup(
    <Lines order={{ lines, returns: [] as OrderDetail['returns'] } as OrderDetail} />,
  )
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="/product/ring"'])
  expect(html).toContain('The watch')
})

test('a piece that is not on sale keeps the picture that was ordered; one without a picture has a frame', () => {
  const renderOrder = (picture: string) =>
    renderToStaticMarkup(
      <OrderList
        label="Your orders"
        orders={[
          {
            id: 'KV-1',
            date: '2026-11-27T00:00:00.000Z',
            total: 1,
            items: [{ slug: '', title: 'The watch', quantity: 1, picture }],
          },
        ]}
      />,
    )
  expect(renderOrder('/media/watch.webp')).toContain('<img src="/media/watch.webp" alt=""')
  expect(renderOrder('')).toContain('border border-line bg-page')
})

test('two lines of one piece are told apart by what was chosen', () => {
  const items = ['Size S', undefined].map((choice) => ({
    slug: 'ring',
    title: 'The ring',
    ...(choice && { choice }),
    quantity: 2,
    picture: '',
  }))
  const order = { id: 'KV-1', date: '2026-11-27T00:00:00.000Z', total: 1, items }
  const html = renderToStaticMarkup(<OrderList label="Your orders" orders={[order]} />)
  expect(html.replace(/<!-- -->/g, '').match(/[^>]*Quantity[^<]*/g)).toEqual([
    'Size S, Quantity 2',
    'Quantity 2',
  ])
})
