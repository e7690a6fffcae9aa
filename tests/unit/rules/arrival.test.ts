import { expect, test } from 'vitest'
import { describeArrival, type Wanted } from '#src/rules/messages/arrival.ts'
import { orderPath, ordersPath } from '#src/rules/paths.ts'

test.each([
  [null, ''],
  ['/product/ruby', ''],
  ['/checkout', 'Sign in to finish your order.'],
  ['/cart', 'Sign in to see your cart.'],
  ['/wishlist', 'Sign in to see your wishlist.'],
  [ordersPath, 'Sign in to see your orders.'],
  ['/profile/edit', 'Sign in to see your profile.'],
  [orderPath('KV-7EQ2QC8V'), 'Sign in to see your order.'],
  ['/product/ruby#write-review', 'Sign in to write your review.'],
])('a visitor who was led here by %s reads “%s”', (next, text) => {
  expect(describeArrival({ next, wanted: undefined, hasEnded: false })).toBe(text)
})

test.each<[Wanted['kind'], string]>([
  ['add', 'Sign in, and Noor goes into your cart.'],
  ['buy', 'Sign in to buy Noor.'],
  ['wishlist', 'Sign in to keep Noor on your wishlist.'],
])('a visitor who wanted to %s a piece reads its name', (kind, text) => {
  const wanted = { kind, title: 'Noor' }
  expect(describeArrival({ next: '/product/noor', wanted, hasEnded: false })).toBe(text)
})

test('a session that has ended is said first', () => {
  const describeEnded = (next: string | null) =>
    describeArrival({ next, wanted: undefined, hasEnded: true })
  expect(describeEnded('/checkout')).toBe('You were signed out. Sign in to finish your order.')
  expect(describeEnded(null)).toBe('You were signed out. Sign in to go on.')
})
