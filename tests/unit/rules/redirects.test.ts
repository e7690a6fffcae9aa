import { describe, expect, test } from 'vitest'
import { urlWithoutSecrets } from '#src/rules/paths.ts'
import { getPathAfterSignIn, parseNextPath, withNext } from '#src/rules/redirects.ts'

const nextIn = (next: string) => parseNextPath(`?next=${encodeURIComponent(next)}`)

describe('§2.login.3 §4.login.2 after signing in', () => {
  test('home for whoever has an address, else the first details', () => {
    expect(getPathAfterSignIn(null, { address: '7, Jalebi Chowk' })).toBe('/')
    expect(getPathAfterSignIn(null, { address: '' })).toBe('/complete-profile')
  })

  test('what was asked for comes first', () => {
    expect(getPathAfterSignIn('/checkout', { address: '' })).toBe('/checkout')
  })
})

describe('T9 the page that ?next= names', () => {
  test.each(['/cart', '/product/ruby?from=shop#offers', '/shop?search=%F0%9F%AA%B7'])(
    '%s is followed',
    (next) => expect(nextIn(next)).toBe(next),
  )

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'http:/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    ' /cart',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    '@evil.example',
    'evil.example',
    '.evil.example',
    '///evil.example',
    '/\u0000/evil.example',
    '/cart\\..\\',
    '',
    '?next=/cart',
    '#/cart',
    `/${'a'.repeat(3_000)}`,
  ])('%j is not', (next) => expect(nextIn(next)).toBeNull())

  test.each(['/login', '/login?next=/login', '/signup#top', '/verify-email', '/reset-password'])(
    '%s would only lead on again',
    (next) => expect(nextIn(next)).toBeNull(),
  )

  test('is carried along the way', () => {
    expect(withNext('/signup', '/cart?a=1&b=2')).toBe('/signup?next=%2Fcart%3Fa%3D1%26b%3D2')
    expect(withNext('/signup', null)).toBe('/signup')
    expect(parseNextPath(withNext('', '/cart?a=1&b=2'))).toBe('/cart?a=1&b=2')
  })
})

test('an address that is told to others holds no mailed token and no fragment', () => {
  expect(
    urlWithoutSecrets('https://a.example/verify-email?token=abc&next=%2Fcart#id_token=x'),
  ).toBe('https://a.example/verify-email?next=%2Fcart')
})
