import { describe, expect, test } from 'vitest'
import { messages } from '#src/channels/messages.ts'
import { ACCOUNT_LIMITS } from '#src/contract/form-limits.ts'
import {
  isPan,
  normalizePhone,
  toIsoDate,
  validateDob,
  validateEmail,
  validateName,
  validateNewPassword,
  validatePasswordConfirmation,
  validatePhone,
  validatePincode,
  validateText,
} from '#src/rules/account/account-validation.ts'
import { parsePincode } from '#src/rules/account/pincode.ts'

const { account } = messages
const invalidEmail = (typed: string): [string, string] => [typed, account.emailInvalid]
const invalidPhone = (typed: string): [string, string] => [typed, account.phoneInvalid]
const invalidDob = (typed: string): [string, string] => [typed, account.dobInvalid]

interface Rule {
  validate: (typed: string) => string | undefined
  accepted: string[]
  rejected: [typed: string, message: string][]
}

const rules: Record<string, Rule> = {
  phone: {
    validate: validatePhone,
    accepted: [
      ...['9829012345', '98290 12345', '+91 98290 12345', '+91-98290-12345', '(0141) 555 0142'],
      ...['+44 20 7946 0018', '12345678', '123456789012345'],
    ],
    rejected: [
      ['', account.phoneMissing],
      ['   ', account.phoneMissing],
      ...['1234567', '1234567890123456', 'call me', '98290+12345'].map(invalidPhone),
      ...['<b>9829012345</b>', '९८२९०१२३४५', '😀😀😀😀😀😀😀😀'].map(invalidPhone),
    ],
  },
  email: {
    validate: validateEmail,
    accepted: ['asha@example.com', ' Asha@Example.COM ', 'a.b+c@d.co.in', 'आशा@उदाहरण.भारत'],
    rejected: [
      [' ', account.emailMissing],
      ...['asha', 'asha@', '@example.com', 'a b@c.d', 'a@b', '<a@b.c>'].map(invalidEmail),
      ...['a@b.co,c@d.co', 'a@b.co;c@d.co', 'a@b.co\r\nBcc: c@d.co'].map(invalidEmail),
      ...['Asha <a@b.co>', '"a b"@c.co', `${'a'.repeat(250)}@b.cd`].map(invalidEmail),
    ],
  },
  name: {
    validate: validateName,
    accepted: [
      ...['Meera', 'म मीरा', 'مِيرا', 'O’Neill-Rao', '<b>Meera</b>', '🪷'],
      'a'.repeat(ACCOUNT_LIMITS.name),
    ],
    rejected: [
      ['  ', account.nameMissing],
      ['a'.repeat(ACCOUNT_LIMITS.name + 1), account.tooLong(ACCOUNT_LIMITS.name)],
    ],
  },
  // Code points after NFC are counted, spaces included.
  'new password of 8': {
    validate: (typed) => validateNewPassword(typed, 8),
    accepted: ['        ', 'a'.repeat(128)],
    rejected: [
      ['', account.passwordMissing],
      ['1234567', account.passwordShort(8)],
      ['🪷🪷🪷🪷', account.passwordShort(8)],
      ['e\u0301'.repeat(4), account.passwordShort(8)],
      ['a'.repeat(129), account.passwordLong(128)],
    ],
  },
  'confirmation of "moonlight"': {
    validate: (typed) => validatePasswordConfirmation('moonlight', typed),
    accepted: ['moonlight'],
    rejected: [
      ['Moonlight', 'Passwords do not match'],
      ['', account.confirmMissing],
    ],
  },
  'date of birth': {
    validate: (typed) => validateDob(typed, '2026-11-21'),
    accepted: ['2000-02-29', '2008-02-29', '2008-11-21', '1900-01-01'],
    rejected: [
      ['', account.dobMissing],
      ...['2008-11-22', '2025-01-01', '2026-11-22'].map((typed): [string, string] => [
        typed,
        account.dobTooLate,
      ]),
      ['1899-12-31', account.dobTooEarly],
      ...['2023-02-29', '1900-02-29', '1990-13-01', '1990-00-10', '31/02/1990'].map(invalidDob),
      ...['1990-01-00', '1990-04-31', '11990-01-01', '1990-01-011'].map(invalidDob),
    ],
  },
  'text of 5': {
    validate: (typed) => validateText(typed, 'Missing.', 5),
    accepted: [' 12345 '],
    rejected: [
      [' ', 'Missing.'],
      ['123456', account.tooLong(5)],
    ],
  },
}

describe.each(Object.entries(rules))('a %s', (_, { validate, accepted, rejected }) => {
  test.each(accepted)('is accepted: %j', (typed) => expect(validate(typed)).toBeUndefined())
  test.each(rejected)('is rejected: %j, %s', (typed, message) =>
    expect(validate(typed)).toBe(message),
  )
})

test.each([
  [' ', '', account.pincodeMissing],
  ['SW1A 1AA', '', messages.pincode.invalid],
  ['302 002', 'India', undefined],
  ['SW1A 1AA', 'United Kingdom', undefined],
  ['30200', ' india ', messages.pincode.invalid],
  ['30200', 'IN', messages.pincode.invalid],
  ['30200', 'Bharat', messages.pincode.invalid],
])('the pincode %j in %j: %s', (pincode, country, message) =>
  expect(validatePincode(pincode, country)).toBe(message),
)

test.each([
  ['98290 12345', '+91 98290 12345'],
  ['+91 98290 12345', '+91 98290 12345'],
  ['+91-9829012345', '+91 98290 12345'],
  ['0091 98290-12345', '+91 98290 12345'],
  ['09829012345', '+91 98290 12345'],
  ['919829012345', '+91 98290 12345'],
  ['(0141) 555 0142', '+91 14155 50142'],
  ['+1 (415) 555-0123', '+14155550123'],
  ['+44 20 7946 0958', '+442079460958'],
  ['02079460958', '+91 20794 60958'],
  ['555 0142', '5550142'],
])('normalizePhone(%s) is %s', (typed, stored) => expect(normalizePhone(typed)).toBe(stored))

test('toIsoDate has the day of the browser', () => {
  expect(toIsoDate(new Date(2026, 0, 5))).toBe('2026-01-05')
})

test.each([
  ['302002', '302002'],
  [' 302 002 ', '302002'],
  ...['', '30200', '3020021', '012345', 'abcdef', '३०२००२'].map((value) => [value, null]),
] as [typed: string, pincode: string | null][])('parsePincode(%o) is %o', (typed, pincode) =>
  expect(parsePincode(typed)).toBe(pincode),
)

test('a PAN has five letters with a kind of holder, four digits and a letter', () => {
  const wrong = ['ABCP1234F', 'ABCPE12345', 'abcpe1234f', 'XABCPE1234F', 'ABCPE1234FX']
  wrong.push('ABCDE1234F', 'ABCPE0000F')
  expect(['ABCPE1234F', ' ABCPE1234F '].every(isPan)).toBe(true)
  expect(wrong.filter(isPan)).toEqual([])
})
