import { describe, expect, test } from 'vitest'
import { INDIAN_STATES } from '#src/rules/account/pincode-area.ts'
import {
  isUnionTerritory,
  parseState,
  resolveState,
  toStateCode,
} from '#src/server/core/indian-states.ts'

describe('a typed state', () => {
  test.each(INDIAN_STATES)('%s is its own name, and has a code', (name) => {
    expect(parseState(` ${name.toUpperCase()} `)).toBe(name)
    expect(toStateCode(name, 'India')).toMatch(/^\d\d$/)
  })

  test.each([
    ['Rajsthan', 'Rajasthan'],
    ['RJ', 'Rajasthan'],
    ['राजस्थान', 'Rajasthan'],
    ['Rājasthān', 'Rajasthan'],
    ['IN-RJ', 'Rajasthan'],
    ['State of Rajasthan', 'Rajasthan'],
    ['New Delhi', 'Delhi'],
    ['Orissa', 'Odisha'],
    ['UP', 'Uttar Pradesh'],
    ['U.P.', 'Uttar Pradesh'],
    ['Tamilnadu', 'Tamil Nadu'],
    ['தமிழ்நாடு', 'Tamil Nadu'],
    ['Maharastra', 'Maharashtra'],
    ['Telengana', 'Telangana'],
    ['Daman', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['Pondicherry', 'Puducherry'],
    ['Pondichery', 'Puducherry'],
    ['J&K', 'Jammu and Kashmir'],
    ['Kerela', 'Kerala'],
    ['Gujrat', 'Gujarat'],
    ['Andaman & Nicobar', 'Andaman and Nicobar Islands'],
  ])('%s is %s', (typed, name) => expect(parseState(typed)).toBe(name))

  test.each(['Narnia', 'California', '<b>x</b>', '', '12', 'Pradesh', 'Bagmati', 'नेपाल'])(
    '“%s” is none',
    (typed) => expect(parseState(typed)).toBeUndefined(),
  )
})

describe('the state of an address', () => {
  const resolve = (state: string, pincode: string, country = 'India') =>
    resolveState({ state, pincode, country })

  test.each([
    ['Rajsthan', '302001', 'Rajasthan'],
    ['Punjab', '160017', 'Punjab'],
    ['Chandigarh', '160017', 'Chandigarh'],
    ['AP', '507111', 'Andhra Pradesh'],
    ['TS', '507111', 'Telangana'],
  ])('%s with %s is %s', (state, pincode, name) =>
    expect(resolve(state, pincode)).toEqual({ state: name }),
  )

  test.each([
    ['Narnia', '302001', 'state'],
    ['Kerala', '302001', 'state'],
    ['Kerala', '160017', 'state'],
    ['Rajasthan', '901234', 'pincode'],
    ['Rajasthan', '100001', 'pincode'],
  ])('%s with %s is refused at its %s', (state, pincode, field) =>
    expect(resolve(state, pincode)).toMatchObject({ field, error: expect.stringMatching(/\.$/) }),
  )

  test('in another country keeps its text', () => {
    expect(resolve('Bagmati', '44600', 'Nepal')).toEqual({ state: 'Bagmati' })
    expect(toStateCode('Bagmati', 'Nepal')).toBe('96')
  })
})

test('the tax of a union territory without a legislature is UTGST', () => {
  const territories = INDIAN_STATES.filter((name) => isUnionTerritory(toStateCode(name, '')))
  expect(territories).toEqual([
    'Andaman and Nicobar Islands',
    'Chandigarh',
    'Dadra and Nagar Haveli and Daman and Diu',
    'Ladakh',
    'Lakshadweep',
  ])
})
