import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findChosenAddress,
  findPrimaryAddress,
  formatAddress,
  formatAddressLines,
  withOneDefault,
} from '#src/rules/account/addresses.ts'

const address = (isDefault: boolean, n = 0) => ({
  address: `No. ${n}`,
  city: 'Jaipur',
  state: '',
  pincode: '302002',
  country: '',
  isDefault,
})
const lists = fc.array(fc.boolean()).map((marks) => marks.map(address))

test('the primary address is the default, else the first, else null (§4.address-editing.2)', () => {
  const [a, b] = [address(false, 1), address(true, 2)]
  expect(findPrimaryAddress([a, b])).toBe(b)
  expect(findPrimaryAddress([a, { ...b, isDefault: false }])).toBe(a)
  expect(findPrimaryAddress([])).toBeNull()
})

test('the chosen address stays when another tab removes an earlier one, and is the primary one without it', () => {
  const [a, b, c] = [address(true, 1), address(false, 2), address(false, 3)]
  const chosen = formatAddress(c)
  expect(findChosenAddress([a, b, c], chosen)).toBe(c)
  expect(findChosenAddress([a, c], chosen)).toBe(c)
  expect(findChosenAddress([a, b], chosen)).toBe(a)
  expect(findChosenAddress([], chosen)).toBeNull()
})

test('withOneDefault leaves one default and the same primary address in every list', () => {
  fc.assert(
    fc.property(lists, (list) => {
      const result = withOneDefault(list)
      expect(result.filter(({ isDefault }) => isDefault)).toHaveLength(Math.min(1, list.length))
      expect(findPrimaryAddress(result)?.address).toBe(findPrimaryAddress(list)?.address)
      expect(withOneDefault(result)).toEqual(result)
    }),
  )
})

test('an address is written without its empty parts', () => {
  const full = { ...address(true, 7), state: 'Rajasthan', country: 'India' }
  expect(formatAddress(address(true, 7))).toBe('No. 7, Jaipur, 302002')
  expect(formatAddressLines(full)).toEqual(['No. 7', 'Jaipur', 'Rajasthan - 302002', 'India'])
  expect(formatAddressLines(address(true, 7))).toEqual(['No. 7', 'Jaipur', '302002'])
  expect(formatAddressLines({ ...full, address: '' })).toEqual([])
})
