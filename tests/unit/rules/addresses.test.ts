import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizePhone } from '#src/rules/account-validation.ts'
import {
  findPrimaryAddress,
  formatAddress,
  makeDefault,
  withOneDefault,
} from '#src/rules/addresses.ts'

const address = (isDefault: boolean, n = 0) => ({
  address: `No. ${n}`,
  city: 'Jaipur',
  state: '',
  pincode: '302002',
  country: '',
  isDefault,
})
const lists = fc.array(fc.boolean()).map((marks) => marks.map(address))

describe('addresses', () => {
  test('the primary one is the default, else the first, else none (spec §4)', () => {
    const [a, b] = [address(false, 1), address(true, 2)]
    expect(findPrimaryAddress([a, b])).toBe(b)
    expect(findPrimaryAddress([a, { ...b, isDefault: false }])).toBe(a)
    expect(findPrimaryAddress([])).toBeNull()
  })

  test('Make Default marks exactly one', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (list, n) => {
        fc.pre(list.length > 0)
        const at = n % list.length
        const marks = makeDefault(list, at).map((one) => one.isDefault)
        expect(marks).toEqual(list.map((_, place) => place === at))
      }),
    )
  })

  test('every list that is kept has one default, and its primary address stays', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const kept = withOneDefault(list)
        expect(kept.filter((one) => one.isDefault)).toHaveLength(Math.min(1, list.length))
        expect(findPrimaryAddress(kept)?.address).toBe(findPrimaryAddress(list)?.address)
        expect(withOneDefault(kept)).toEqual(kept)
      }),
    )
  })

  test('what is empty leaves no comma behind', () => {
    expect(formatAddress(address(true, 7))).toBe('No. 7, Jaipur, 302002')
  })
})

test('a number is kept alike however often it is saved', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789+-() .'), maxLength: 24 })
  fc.assert(
    fc.property(typed, (given) => {
      const once = normalizePhone(given)
      expect(normalizePhone(once)).toBe(once)
    }),
    { examples: [['0+0'], ['+0+0']] },
  )
})
