import { expect, test } from 'vitest'
import { CATEGORIES, GENDERS, PAYMENT_METHODS, SORTS } from '#src/contract/values.ts'
import { brand } from '#src/rules/brand.ts'
import * as constants from '#src/rules/constants.ts'

test('categories: all, clothing, jewelry, shoes, accessories, watches, bags §9.4', () => {
  expect(CATEGORIES.join(', ')).toBe('all, clothing, jewelry, shoes, accessories, watches, bags')
})

test('sort values: default, price-low-high, price-high-low, and new beside them §9.5', () => {
  expect(SORTS).toEqual(['default', 'price-low-high', 'price-high-low', 'new'])
})

test('payment methods: razorpay (default), cod', () => {
  expect(PAYMENT_METHODS).toEqual(['razorpay', 'cod'])
})

test('gender options: Male, Female, Other', () => {
  expect(GENDERS).toEqual(['Male', 'Female', 'Other'])
})

test('business hours: Mon – Sat 9 AM – 7 PM §9.13', () => {
  expect(brand.hours).toBe('Mon – Sat 9 AM – 7 PM')
})

test('numbers are those of the specification', () => {
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
