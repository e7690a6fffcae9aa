import { describe, expect, test } from 'vitest'
import { getPathAfterSignIn, parseNextPath, withNext } from '#src/rules/redirects.ts'

const nextIn = (next: string) => parseNextPath(`?next=${encodeURIComponent(next)}`)

describe('getPathAfterSignIn §4.login.2', () => {
  test('returns home for a user with an address, else complete-profile', () => {
    expect(getPathAfterSignIn(null, { address: '7, Jalebi Chowk' })).toBe('/')
    expect(getPathAfterSignIn(null, { address: '' })).toBe('/complete-profile')
  })

  test('returns the requested page first', () => {
    expect(getPathAfterSignIn('/checkout', { address: '' })).toBe('/checkout')
    expect(getPathAfterSignIn('/cart', { address: '' })).toBe('/cart')
  })
})

describe('parseNextPath (T9)', () => {
  test.each(['/cart', '/product/ruby?from=shop#offers', '/shop?search=%F0%9F%AA%B7'])(
    'accepts %s',
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
  ])('rejects %j', (next) => expect(nextIn(next)).toBeNull())

  test.each(['/login', '/login?next=/login', '/signup#top', '/verify-email', '/reset-password'])(
    'rejects %s, which redirects again',
    (next) => expect(nextIn(next)).toBeNull(),
  )

  test('restores what withNext wrote', () => {
    expect(withNext('/signup', '/cart?a=1&b=2')).toBe('/signup?next=%2Fcart%3Fa%3D1%26b%3D2')
    expect(withNext('/signup', null)).toBe('/signup')
    expect(parseNextPath(withNext('', '/cart?a=1&b=2'))).toBe('/cart?a=1&b=2')
  })
})
