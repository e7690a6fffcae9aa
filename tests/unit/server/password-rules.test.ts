import { expect, test } from 'vitest'
import { ACCOUNT_LIMITS } from '#src/contract/form-limits.ts'
import { assertValidPassword } from '#src/server/shop/auth/password-rules.ts'

const owner = { name: 'Asha', email: 'asha@example.com', phone: '+91 98290-12345' }

const toCharacters = (count: number): string =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e_00 + index)).join('')

test.each([
  ['password', 'most common'],
  ['Password123!', 'most common'],
  ['P@ssw0rd', 'most common'],
  ['Sunshine@2024!', 'most common'],
  ['jaishreeram1', 'most common'],
  ['qwertyuiop', 'neighbouring keys'],
  ['1qaz2wsx', 'neighbouring keys'],
  ['12345678', 'neighbouring keys'],
  ['abcdefgh', 'neighbouring keys'],
  // Four characters outside of sequences.
  ['abcdxq7m', 'neighbouring keys'],
  ['abcx321q', 'neighbouring keys'],
  ['aaaaaaaa', 'repeat'],
  ['abcabcabc', 'repeat'],
  ['asha@example.com', 'your name, email'],
  ['Asha1991!!', 'your name, email'],
  ['9829012345', 'your name, email'],
  ['Kairavi@2026', 'name of the house'],
  ['x7mqlwe', 'at least 8 characters'],
  [toCharacters(ACCOUNT_LIMITS.password + 1), 'at most 128 characters'],
])('refuses the password %s (T16): %s', (password, reason) =>
  expect(() => assertValidPassword(password, { minLength: 8, owner, field: 'password' })).toThrow(
    reason,
  ),
)

test.each([
  'seven lamps of amer',
  'brass-lotus',
  '雨の夜に灯る七つのランプ',
  'abcdxq7mw',
  'abx12q7m',
  'abcx7mqw',
  toCharacters(ACCOUNT_LIMITS.password),
])('takes the password %s (T16)', (password) =>
  expect(() =>
    assertValidPassword(password, { minLength: 8, owner, field: 'password' }),
  ).not.toThrow(),
)
