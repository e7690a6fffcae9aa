import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_LIMITS } from '#src/contract/values.ts'
import {
  isPan,
  isValidDate,
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
} from '#src/rules/account-validation.ts'
import { messages } from '#src/rules/messages.ts'
import { parsePincode } from '#src/rules/pincode.ts'

const { account } = messages
const TODAY = '2026-11-21'

describe('validatePhone', () => {
  test.each([
    '9829012345',
    '98290 12345',
    '+91 98290 12345',
    '+91-98290-12345',
    '(0141) 555 0142',
    '+44 20 7946 0018',
    '12345678',
    '123456789012345',
  ])('accepts %s', (phone) => expect(validatePhone(phone)).toBeUndefined())

  test.each([
    ['', account.phoneMissing],
    ['   ', account.phoneMissing],
    ['1234567', account.phoneInvalid],
    ['1234567890123456', account.phoneInvalid],
    ['call me', account.phoneInvalid],
    ['98290+12345', account.phoneInvalid],
    ['<b>9829012345</b>', account.phoneInvalid],
    ['९८२९०१२३४५', account.phoneInvalid],
    ['😀😀😀😀😀😀😀😀', account.phoneInvalid],
  ])('rejects %j: %s', (phone, message) => expect(validatePhone(phone)).toBe(message))
})

test.each([
  ['98290 12345', '+91 98290 12345'],
  ['+91-9829012345', '+91 98290 12345'],
  ['0091 98290-12345', '+91 98290 12345'],
  ['09829012345', '+91 98290 12345'],
  ['919829012345', '+91 98290 12345'],
  ['(0141) 555 0142', '+91 14155 50142'],
  ['+1 (415) 555-0123', '+14155550123'],
  ['+44 20 7946 0958', '+442079460958'],
  ['02079460958', '+91 20794 60958'],
  ['555 0142', '5550142'],
])('normalizePhone(%s) is %s', (given, stored) => expect(normalizePhone(given)).toBe(stored))

test('normalizePhone is idempotent', () => {
  const input = fc.string({ unit: fc.constantFrom(...'0123456789+-() .'), maxLength: 24 })
  fc.assert(
    fc.property(input, (given) => {
      const normalized = normalizePhone(given)
      expect(normalizePhone(normalized)).toBe(normalized)
    }),
    { examples: [['0+0'], ['+0+0']] },
  )
})

describe('validateEmail', () => {
  test.each(['asha@example.com', ' Asha@Example.COM ', 'a.b+c@d.co.in', 'आशा@उदाहरण.भारत'])(
    'accepts %s',
    (email) => expect(validateEmail(email)).toBeUndefined(),
  )

  test.each([
    'asha',
    'asha@',
    '@example.com',
    'a b@c.d',
    'a@b',
    '<a@b.c>',
    'a@b.co,c@d.co',
    'a@b.co;c@d.co',
    'a@b.co\r\nBcc: c@d.co',
    'Asha <a@b.co>',
    '"a b"@c.co',
    `${'a'.repeat(250)}@b.cd`,
  ])('rejects %j', (email) => expect(validateEmail(email)).toBe(account.emailInvalid))

  test('requires an email', () => expect(validateEmail(' ')).toBe(account.emailMissing))
})

describe('validateName', () => {
  test.each(['Meera', 'म मीरा', 'مِيرا', 'O’Neill-Rao', '<b>Meera</b>', '🪷'])(
    'accepts %s',
    (name) => expect(validateName(name)).toBeUndefined(),
  )

  test('requires a name within its maximum length', () => {
    expect(validateName('  ')).toBe(account.nameMissing)
    expect(validateName('a'.repeat(ACCOUNT_LIMITS.name))).toBeUndefined()
    expect(validateName('a'.repeat(ACCOUNT_LIMITS.name + 1))).toBe(
      account.tooLong(ACCOUNT_LIMITS.name),
    )
  })
})

describe('validateNewPassword', () => {
  test('counts code points after NFC, spaces included', () => {
    expect(validateNewPassword('        ', 8)).toBeUndefined()
    expect(validateNewPassword('1234567', 8)).toBe(account.passwordShort(8))
    expect(validateNewPassword('🪷🪷🪷🪷', 8)).toBe(account.passwordShort(8))
    expect(validateNewPassword('e\u0301'.repeat(4), 8)).toBe(account.passwordShort(8))
    expect(validateNewPassword('a'.repeat(128), 8)).toBeUndefined()
    expect(validateNewPassword('a'.repeat(129), 8)).toBe(account.passwordLong(128))
    expect(validateNewPassword('', 8)).toBe(account.passwordMissing)
  })

  test('rejects a confirmation that differs', () => {
    expect(validatePasswordConfirmation('moonlight', 'moonlight')).toBeUndefined()
    expect(validatePasswordConfirmation('moonlight', 'Moonlight')).toBe('Passwords do not match')
    expect(validatePasswordConfirmation('moonlight', '')).toBe(account.confirmMissing)
  })
})

describe('validateDob', () => {
  test.each([
    ['1990-04-12', undefined],
    ['2024-02-29', undefined],
    [TODAY, undefined],
    ['', account.dobMissing],
    ['2026-11-22', account.dobFuture],
    ['1900-01-01', undefined],
    ['1899-12-31', account.dobTooEarly],
    ['2023-02-29', account.dobInvalid],
    ['1990-02-31', account.dobInvalid],
    ['1990-13-01', account.dobInvalid],
    ['1990-00-10', account.dobInvalid],
    ['31/02/1990', account.dobInvalid],
    ['?', account.dobInvalid],
  ])('%j: %s', (day, message) => expect(validateDob(day, TODAY)).toBe(message))

  test('isValidDate knows leap years', () => {
    expect(isValidDate('2000-02-29')).toBe(true)
    expect(isValidDate('1900-02-29')).toBe(false)
    expect(toIsoDate(new Date(2026, 0, 5))).toBe('2026-01-05')
  })
})

describe('validatePincode', () => {
  test.each([
    ['302002', '', undefined],
    ['302 002', 'India', undefined],
    ['SW1A 1AA', 'United Kingdom', undefined],
    ['', '', account.pincodeMissing],
    ['012345', '', messages.pincode.invalid],
    ['30200', ' india ', messages.pincode.invalid],
    ['30200', 'IN', messages.pincode.invalid],
    ['30200', 'Bharat', messages.pincode.invalid],
    ['SW1A 1AA', '', messages.pincode.invalid],
  ])('%j in %j: %s', (pincode, country, message) =>
    expect(validatePincode(pincode, country)).toBe(message),
  )
})

test('validateText requires a text within its maximum length', () => {
  expect(validateText(' ', 'Missing.', 5)).toBe('Missing.')
  expect(validateText('123456', 'Missing.', 5)).toBe(account.tooLong(5))
  expect(validateText(' 12345 ', 'Missing.', 5)).toBeUndefined()
})

test.each([
  ['302002', '302002'],
  [' 302 002 ', '302002'],
  ['', null],
  ['30200', null],
  ['3020021', null],
  ['012345', null],
  ['abcdef', null],
  ['३०२००२', null],
])('parsePincode(%o) is %o', (given, pincode) => {
  expect(parsePincode(given)).toBe(pincode)
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
