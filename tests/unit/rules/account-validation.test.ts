import { describe, expect, test } from 'vitest'
import { ACCOUNT_LIMITS } from '#src/contract/values.ts'
import {
  isValidDate,
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

const { account } = messages
const TODAY = '2026-11-21'

describe('a phone number', () => {
  test.each([
    '9829012345',
    '98290 12345',
    '+91 98290 12345',
    '+91-98290-12345',
    '(0141) 555 0142',
    '+44 20 7946 0018',
  ])('%s will do', (phone) => expect(validatePhone(phone)).toBeUndefined())

  test.each([
    ['', account.phoneMissing],
    ['   ', account.phoneMissing],
    ['12345', account.phoneInvalid],
    ['1234567890123456', account.phoneInvalid],
    ['call me', account.phoneInvalid],
    ['98290+12345', account.phoneInvalid],
    ['<b>9829012345</b>', account.phoneInvalid],
    ['९८२९०१२३४५', account.phoneInvalid],
    ['😀😀😀😀😀😀😀😀', account.phoneInvalid],
  ])('%j does not: %s', (phone, complaint) => expect(validatePhone(phone)).toBe(complaint))
})

describe('an email address', () => {
  test.each(['asha@example.com', ' Asha@Example.COM ', 'a.b+c@d.co.in', 'आशा@उदाहरण.भारत'])(
    '%s will do',
    (email) => expect(validateEmail(email)).toBeUndefined(),
  )

  test.each([
    'asha',
    'asha@',
    '@example.com',
    'a b@c.d',
    'a@b',
    '<a@b.c>',
    `${'a'.repeat(250)}@b.cd`,
  ])('%s does not', (email) => expect(validateEmail(email)).toBe(account.emailInvalid))
})

describe('a name', () => {
  test.each(['Meera', 'म मीरा', 'مِيرا', 'O’Neill-Rao', '<b>Meera</b>', '🪷'])(
    '%s will do',
    (name) => expect(validateName(name)).toBeUndefined(),
  )

  test('has to be there and to fit', () => {
    expect(validateName('  ')).toBe(account.nameMissing)
    expect(validateName('a'.repeat(ACCOUNT_LIMITS.name))).toBeUndefined()
    expect(validateName('a'.repeat(ACCOUNT_LIMITS.name + 1))).toBe(
      account.tooLong(ACCOUNT_LIMITS.name),
    )
  })
})

describe('a new password', () => {
  test('is counted in characters as people see them, spaces included', () => {
    expect(validateNewPassword('        ', 8)).toBeUndefined()
    expect(validateNewPassword('1234567', 8)).toBe(account.passwordShort(8))
    expect(validateNewPassword('🪷🪷🪷🪷', 8)).toBe(account.passwordShort(8))
    expect(validateNewPassword('e\u0301'.repeat(4), 8)).toBe(account.passwordShort(8))
    expect(validateNewPassword('a'.repeat(129), 8)).toBe(account.passwordLong(128))
    expect(validateNewPassword('', 8)).toBe(account.passwordMissing)
  })

  test('§8.12 and its second typing agree', () => {
    expect(validatePasswordConfirmation('moonlight', 'moonlight')).toBeUndefined()
    expect(validatePasswordConfirmation('moonlight', 'Moonlight')).toBe('Passwords do not match')
    expect(validatePasswordConfirmation('moonlight', '')).toBe(account.confirmMissing)
  })
})

describe('a date of birth', () => {
  test.each([
    ['1990-04-12', undefined],
    ['2024-02-29', undefined],
    [TODAY, undefined],
    ['', account.dobMissing],
    ['2026-11-22', account.dobFuture],
    ['1899-12-31', account.dobTooEarly],
    ['2023-02-29', account.dobInvalid],
    ['1990-02-31', account.dobInvalid],
    ['1990-13-01', account.dobInvalid],
    ['1990-00-10', account.dobInvalid],
    ['31/02/1990', account.dobInvalid],
    ['?', account.dobInvalid],
  ])('%j: %s', (day, complaint) => expect(validateDob(day, TODAY)).toBe(complaint))

  test('is a day of the calendar', () => {
    expect(isValidDate('2000-02-29')).toBe(true)
    expect(isValidDate('1900-02-29')).toBe(false)
    expect(toIsoDate(new Date(2026, 0, 5))).toBe('2026-01-05')
  })
})

describe('a pincode', () => {
  test.each([
    ['302002', '', undefined],
    ['302 002', 'India', undefined],
    ['SW1A 1AA', 'United Kingdom', undefined],
    ['', '', account.pincodeMissing],
    ['012345', '', messages.pincode.invalid],
    ['30200', ' india ', messages.pincode.invalid],
    ['SW1A 1AA', '', messages.pincode.invalid],
  ])('%j in %j: %s', (pincode, country, complaint) =>
    expect(validatePincode(pincode, country)).toBe(complaint),
  )
})

test('a text has to be there and to fit', () => {
  expect(validateText(' ', 'Missing.', 5)).toBe('Missing.')
  expect(validateText('123456', 'Missing.', 5)).toBe(account.tooLong(5))
  expect(validateText(' 12345 ', 'Missing.', 5)).toBeUndefined()
})
