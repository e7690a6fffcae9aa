import { expect, test } from 'vitest'
import { formatParcel } from '#src/server/shop/orders/order-mail-drafts.ts'

test('a mail names the carrier of a parcel, or says that it is brought by hand', () => {
  const formatBy = (carrier: string) => formatParcel({ carrier, tracking_number: '' })
  expect(formatBy('Blue Dart')).toBe('It is on its way by Blue Dart.')
  expect(formatBy('By hand')).toBe('It is on its way by hand.')
})
