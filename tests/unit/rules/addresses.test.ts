import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COUNTRIES, INDIAN_STATE_NAMES } from '#src/islands/account/profile-fields.tsx'
import {
  findPrimaryAddress,
  formatAddress,
  formatAddressLines,
  makeDefault,
  withOneDefault,
} from '#src/rules/addresses.ts'
import { INDIAN_STATES } from '#src/rules/pincode-area.ts'

const address = (isDefault: boolean, n = 0) => ({
  address: `No. ${n}`,
  city: 'Jaipur',
  state: '',
  pincode: '302002',
  country: '',
  isDefault,
})
const lists = fc.array(fc.boolean()).map((marks) => marks.map(address))

describe('findPrimaryAddress', () => {
  test('returns the default, else the first, else null', () => {
    const [a, b] = [address(false, 1), address(true, 2)]
    expect(findPrimaryAddress([a, b])).toBe(b)
    expect(findPrimaryAddress([a, { ...b, isDefault: false }])).toBe(a)
    expect(findPrimaryAddress([])).toBeNull()
  })
})

describe('makeDefault', () => {
  test('marks the address at the index in every list', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (list, n) => {
        fc.pre(list.length > 0)
        const at = n % list.length
        const marks = makeDefault(list, at).map(({ isDefault }) => isDefault)
        expect(marks).toEqual(list.map((_, index) => index === at))
      }),
    )
  })
})

describe('withOneDefault', () => {
  test('marks the first address of a list without a default', () => {
    const list = withOneDefault([address(false, 1), address(false, 2)])
    expect(list.map(({ isDefault }) => isDefault)).toEqual([true, false])
    expect(withOneDefault([])).toEqual([])
  })

  test('leaves one default and the same primary address in every list', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const result = withOneDefault(list)
        expect(result.filter(({ isDefault }) => isDefault)).toHaveLength(Math.min(1, list.length))
        expect(findPrimaryAddress(result)?.address).toBe(findPrimaryAddress(list)?.address)
        expect(withOneDefault(result)).toEqual(result)
      }),
    )
  })
})

test('an address is written without its empty parts', () => {
  const full = { ...address(true, 7), state: 'Rajasthan', country: 'India' }
  expect(formatAddress(address(true, 7))).toBe('No. 7, Jaipur, 302002')
  expect(formatAddressLines(full)).toEqual(['No. 7', 'Jaipur', 'Rajasthan - 302002', 'India'])
  expect(formatAddressLines(address(true, 7))).toEqual(['No. 7', 'Jaipur', '302002'])
  expect(formatAddressLines({ ...full, address: '' })).toEqual([])
})

test('the list of states names those of the pincodes', () => {
  expect(INDIAN_STATE_NAMES).toEqual(INDIAN_STATES)
})

test('the list of countries begins with India and is in order', () => {
  const [first, ...others] = COUNTRIES
  expect(first).toBe('India')
  expect(others).toEqual(others.toSorted())
})
