import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getPathAfterSignIn,
  isPublicPath,
  parseNextPath,
  paths,
  productPath,
  safePath,
  searchPath,
  storeCategoryPath,
  urlWithoutSecrets,
  withNext,
} from '#src/rules/paths.ts'
import { parseProductSlug } from '#src/rules/product-slug.ts'

describe('safePath', () => {
  test.each(['/', '/cart', '/product/a-b?size=7#top', '/shop?search=a%20b', '/a:b'])(
    'accepts %s',
    (path) => {
      expect(safePath(path)).toBe(path)
    },
  )

  test.each([
    null,
    undefined,
    '',
    'cart',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    ' /cart',
    'javascript:alert(1)',
    'data:text/html,x',
    `/${'x'.repeat(2_000)}`,
  ])('rejects %j', (path) => {
    expect(safePath(path)).toBe(null)
  })

  test('stays on this site for random hostile paths', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '@', ':', 'a', '\t', '?', '#'),
    })
    fc.assert(
      fc.property(hostile, (given) => {
        const path = safePath(`/${given}`)
        if (path === null) return
        expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example')
      }),
      { numRuns: 5_000 },
    )
  })
})

test('searchPath and storeCategoryPath encode their terms (spec §5)', () => {
  expect(searchPath('  gold & rose ')).toBe('/shop?search=gold%20%26%20rose')
  expect(storeCategoryPath('a b')).toBe('/store?category=a%20b')
  expect(productPath('moti')).toBe('/product/moti')
})

describe('isPublicPath', () => {
  test('is true for exactly these pages', () => {
    const found = Object.values(paths).filter(isPublicPath)
    expect(found.toSorted()).toEqual(
      [
        '/',
        '/about',
        '/care',
        '/contact',
        '/faqs',
        '/partner',
        '/privacy',
        '/shipping-returns',
        '/shop',
        '/sizes',
        '/terms',
      ].toSorted(),
    )
  })

  test.each(['/', '/shop', '/product/ruby', '/product/moti', '/about', '/faqs'])(
    'is true for %s',
    (path) => expect(isPublicPath(path)).toBe(true),
  )

  test.each([
    '/store',
    '/cart',
    '/profile',
    '/profile/edit',
    '/login',
    '/404',
    '/studio',
    '/studio/products',
  ])('is false for %s', (path) => expect(isPublicPath(path)).toBe(false))
})

test.each([
  ['/product/moon-ring', 'moon-ring'],
  ['/product/moon-ring/', 'moon-ring'],
  ['/product/', null],
  ['/product/Moon', null],
  ['/product/a/b', null],
  ['/shop', null],
  ['/', null],
])('parseProductSlug(%o) is %o', (path, slug) => expect(parseProductSlug(path)).toBe(slug))

test('urlWithoutSecrets removes the mailed token and the fragment', () => {
  expect(
    urlWithoutSecrets('https://a.example/verify-email?token=abc&next=%2Fcart#id_token=x'),
  ).toBe('https://a.example/verify-email?next=%2Fcart')
})

const SITE = 'https://kairavi.example'
const HOSTS = ['evil.example', 'evil.example/login', 'evil.example@kairavi.example']
const PREFIXES = [
  '//',
  '///',
  '/\\',
  '\\/',
  '\\\\',
  '/\t/',
  '/\n/',
  '/\r/',
  '\t//',
  ' //',
  '/.//',
  '/..//',
  '/a/..//',
  '/%2e//',
  '/%2e%2e//',
  'https://',
  'https:',
  'https:/',
  'http://kairavi.example@',
  'https://kairavi.example.',
  'HTTPS://',
  'javascript://',
  'data:text/html,',
  'blob:https://',
]

describe('safePath against open redirects (T9)', () => {
  test.each(PREFIXES)('stays on this site for %j before a host', (prefix) => {
    for (const host of HOSTS) {
      const next = safePath(prefix + host) ?? paths.home
      expect(next).toMatch(/^\/(?![/\\])/)
      expect(new URL(next, SITE).origin).toBe(SITE)
    }
  })

  test.each(['/%09/evil.example', '/%5cevil.example', '/@evil.example', '/;@evil.example/'])(
    'stays on this site for %s',
    (given) => {
      expect(new URL(safePath(given) ?? paths.home, SITE).origin).toBe(SITE)
    },
  )
})

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
