import { describe, expect, test } from 'vitest'
import type { Address } from '#src/contract/account.ts'
import { CATEGORIES, GENDERS, PAYMENT_METHODS, SORTS } from '#src/contract/values.ts'
import { findPrimaryAddress, makeDefault, withOneDefault } from '#src/rules/addresses.ts'
import { brand } from '#src/rules/brand.ts'
import * as constants from '#src/rules/constants.ts'
import { parseListingItem } from '#src/rules/listing-item.ts'
import { calculateTotals, discountPercent, formatRupees, lineTotal } from '#src/rules/money.ts'
import { getPathAfterSignIn } from '#src/rules/redirects.ts'

describe('money', () => {
  test.each([
    [0, '₹0.00'],
    [0.5, '₹0.50'],
    [1_234.5, '₹1,234.50'],
    [125_000, '₹1,25,000.00'],
    [99_999_999, '₹9,99,99,999.00'],
  ])('§9.1 %f is shown with ₹ and 2 decimals: %s', (rupees, shown) => {
    expect(formatRupees(rupees)).toBe(shown)
  })

  test.each([
    [[], 0, 0, 0],
    [[{ price: 1_000, quantity: 1 }], 1_000, 50, 1_050],
    [[{ price: 0.1, quantity: 3 }], 0.3, 0.02, 0.32],
    [
      [
        { price: 19.99, quantity: 3 },
        { price: 12_500, quantity: 2 },
      ],
      25_059.97,
      1_253,
      26_312.97,
    ],
  ])(
    '§9.2 %j: tax is 5% of the subtotal, total is both, no shipping',
    (lines, subtotal, tax, total) => {
      expect(calculateTotals(lines)).toEqual({ subtotal, tax, total })
    },
  )

  test('a line costs its price times its quantity, to the paisa', () => {
    expect(lineTotal({ price: 0.1, quantity: 3 })).toBe(0.3)
  })

  test.each([
    [750, 1_000, 25],
    [2, 3, 33],
    [1, 3, 67],
    [995, 1_000, 1],
    [1_000, 1_000, 0],
    [1_200, 1_000, 0],
  ])('§9.3 price %f of %f is reduced by %i percent', (price, listPrice, percent) => {
    expect(discountPercent(price, listPrice)).toBe(percent)
  })
})

describe('closed lists', () => {
  test('§9.4 categories: all, clothing, jewelry, shoes, accessories, watches, bags', () => {
    expect(CATEGORIES.join(', ')).toBe('all, clothing, jewelry, shoes, accessories, watches, bags')
  })

  test('§9.5 sort values: default, price-low-high, price-high-low, and the decisions’ new', () => {
    expect(SORTS).toEqual(['default', 'price-low-high', 'price-high-low', 'new'])
  })

  test('§9.6 payment methods: razorpay (default), cod', () => {
    expect(PAYMENT_METHODS).toEqual(['razorpay', 'cod'])
  })

  test('§9.7 gender options: Male, Female, Other', () => {
    expect(GENDERS).toEqual(['Male', 'Female', 'Other'])
  })
})

describe('fixed numbers', () => {
  test('are the specification’s', () => {
    expect(constants).toMatchObject({
      TAX_PERCENT: 5,
      HERO_INTERVAL_MS: 6_000,
      PROGRESS_MS: 400,
      HEADER_COMPACT_AFTER_PX: 20,
      TOAST_LIMIT: 20,
      TOAST_SUCCESS_MS: 2_000,
      TOAST_MS: 4_000,
      CACHE_FRESH_MS: 300_000,
      CACHE_LIFETIME_MS: 1_800_000,
      MAX_RETRIES: 1,
      MAX_THUMBNAILS: 4,
      MAX_QUANTITY: 10,
    })
  })

  test('§9.13 business hours are Mon – Sat 9 AM – 7 PM', () => {
    expect(brand.hours).toBe('Mon – Sat 9 AM – 7 PM')
  })
})

describe('§9.11 a card whose product says little', () => {
  const bare = { _id: 'p1', slug: 'p1', title: 'Piece', price: 10 }

  test('shows rating 4.8, 120 reviews, Travel and "Compact & Leak-Proof Design"', () => {
    expect(parseListingItem(bare)).toMatchObject({
      id: 'p1',
      rating: 4.8,
      reviews: 120,
      category: 'Travel',
      tagline: 'Compact & Leak-Proof Design',
      images: [],
      variant: {},
      actualPrice: 10,
    })
  })

  test('keeps what it does say, a rating of 0 and no reviews too', () => {
    const said = { rating: 0, reviews: 0, category: 'Bags', tagline: 'Holds a day' }
    expect(parseListingItem({ ...bare, ...said })).toMatchObject(said)
  })
})

const at = (street: string, isDefault = false): Address => ({
  address: street,
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: 'India',
  isDefault,
})

describe('addresses', () => {
  test('§4.address-editing.1 Make Default marks exactly one', () => {
    const list = [at('one', true), at('two'), at('three', true)]
    expect(makeDefault(list, 1).map(({ isDefault }) => isDefault)).toEqual([false, true, false])
  })

  test('a list that was never marked has its first as the default', () => {
    expect(withOneDefault([at('one'), at('two')]).map(({ isDefault }) => isDefault)).toEqual([
      true,
      false,
    ])
    expect(withOneDefault([])).toEqual([])
  })

  test.each([
    ['the default one', [at('one'), at('two', true)], at('two', true)],
    ['else the first', [at('one'), at('two')], at('one')],
    ['else null', [], null],
  ])('§4.address-editing.2 the primary address is %s', (_, list, primary) => {
    expect(findPrimaryAddress(list)).toEqual(primary)
  })
})

describe('§4.login.2 after a login', () => {
  test.each([
    ['14, Amer Road', '/'],
    ['', '/complete-profile'],
  ])('a user with the address "%s" goes to %s', (address, path) => {
    expect(getPathAfterSignIn(null, { address })).toBe(path)
  })

  test('one who wanted a page goes there', () => {
    expect(getPathAfterSignIn('/cart', { address: '' })).toBe('/cart')
  })
})
