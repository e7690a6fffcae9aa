import { expect, test } from 'vitest'
import { isPan } from '#src/rules/account-validation.ts'
import { INDIAN_STATES } from '#src/rules/pincode-area.ts'
import { COUNTRIES, INDIAN_STATE_NAMES } from '#src/rules/places.ts'

test('the list of states names those of the pincodes', () => {
  expect(INDIAN_STATE_NAMES).toEqual(INDIAN_STATES)
})

test('the list of countries begins with India and is in order', () => {
  const [first, ...others] = COUNTRIES
  expect(first).toBe('India')
  expect(others).toEqual(others.toSorted())
})

test.each([
  ['ABCDE1234F', true],
  [' ABCDE1234F ', true],
  ['ABCD1234F', false],
  ['ABCDE12345', false],
  ['abcde1234f', false],
])('%j is a PAN: %s', (text, expected) => {
  expect(isPan(text)).toBe(expected)
})
