import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicPath } from '#src/content/public-paths.ts'
import { findCurrent } from '#src/rules/navigation.ts'
import {
  categoryOfPath,
  getPathAfterSignIn,
  parseNextPath,
  paths,
  productPath,
  safePath,
  searchPath,
  shopPagePath,
  storeCategoryPath,
  urlWithoutSecrets,
  withNext,
} from '#src/rules/paths.ts'
import { parseProductSlug } from '#src/rules/product/product-slug.ts'

const nextIn = (next: string) => parseNextPath(`?next=${encodeURIComponent(next)}`)

describe('safePath and parseNextPath (T9)', () => {
  test.each([
    '/',
    '/product/a-b?size=7#top',
    '/shop?search=a%20b',
    '/a:b',
    '/%09/evil.example',
    '/@evil.example',
    `/${'x'.repeat(1_999)}`,
  ])('accept %s', (path) => {
    expect([safePath(path), nextIn(path)]).toEqual([path, path])
  })

  test.each([
    '',
    'cart',
    'https:evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/cart\\..\\',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    ' /cart',
    '/\u007f',
    'JaVaScRiPt:alert(1)',
    `/${'x'.repeat(2_000)}`,
  ])('reject %j', (path) => {
    expect([safePath(path), nextIn(path)]).toEqual([null, null])
  })

  test('reject an absent path', () => {
    expect([safePath(null), safePath(undefined), parseNextPath('?a=/cart')]).toEqual(
      Array(3).fill(null),
    )
  })

  test('stay on this site for random hostile paths', () => {
    const units = ['/', '\\', '.', '%2e', '@', ':', 'a', '\t', '?', '#', 'evil.example']
    const hostile = fc.string({ unit: fc.constantFrom(...units) })
    fc.assert(
      fc.property(hostile, (input) => {
        const path = safePath(`/${input}`) ?? paths.home
        expect(path).toMatch(/^\/(?![/\\])/)
        expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example')
      }),
      { numRuns: 5_000 },
    )
  })

  test.each([
    '/login',
    '/login?next=/login',
    '/signup#top',
    '/verify-email',
    '/forgot-password',
    '/reset-password',
    '/join',
  ])('parseNextPath rejects %s, which redirects again', (next) => expect(nextIn(next)).toBeNull())

  test('parseNextPath restores what withNext wrote', () => {
    expect(withNext('/signup', '/cart?a=1&b=2')).toBe('/signup?next=%2Fcart%3Fa%3D1%26b%3D2')
    expect(withNext('/signup', null)).toBe('/signup')
    expect(parseNextPath(withNext('', '/cart?a=1&b=2'))).toBe('/cart?a=1&b=2')
  })
})

test.each([
  [null, '7, Jalebi Chowk', 'customer', '/'],
  [null, '', 'customer', '/complete-profile'],
  ['/checkout', '', 'customer', '/checkout'],
  [null, '', 'editor', '/studio'],
] as const)(
  'after signing in with next %s, the address "%s" and the role %s comes %s §4.login.2',
  (next, address, role, path) => expect(getPathAfterSignIn(next, { address, role })).toBe(path),
)

test('paths encode their terms (spec §5)', () => {
  expect(searchPath('  gold & rose ')).toBe('/shop?search=gold%20%26%20rose')
  expect(storeCategoryPath('a b')).toBe('/store?category=a%20b')
  expect(productPath('moti')).toBe('/product/moti')
  expect([shopPagePath(1), shopPagePath(2), shopPagePath(1, 'a b')]).toEqual([
    '/shop',
    '/shop/2',
    '/shop/a%20b',
  ])
})

test('the current link of a menu is that of the page, and for products that of the shop', () => {
  const links = [
    { label: 'Shop', href: '/shop' },
    { label: 'About', href: '/about' },
  ]
  const pages = ['/about', '/product/ruby', '/product', '/cart']
  expect(pages.map((path) => findCurrent(path, links))).toEqual([
    ...['/about', '/shop', undefined, undefined],
  ])
})

test.each([
  ['/shop/bags', 'bags'],
  ['/shop/bags/12', 'bags'],
  ['/shop/2', ''],
  ['/shop', ''],
  ['/store/bags', ''],
  ['/shop/bags/more', ''],
])('categoryOfPath(%s) is "%s"', (path, category) => expect(categoryOfPath(path)).toBe(category))

test('pages of one user and of the studio are not public', () => {
  const open = ['/', '/product/ruby', '/cartoons']
  expect([...open, '/cart', '/404', '/studio/products'].filter(isPublicPath)).toEqual(open)
})

test.each([
  ['/product/moon-ring', 'moon-ring'],
  ['/product/moon-ring/', 'moon-ring'],
  ['/product/', null],
  ['/product/Moon', null],
  ['/product/a/b', null],
  ['/a/product/b', null],
  ['/shop', null],
  ['/', null],
])('parseProductSlug(%o) is %o', (path, slug) => expect(parseProductSlug(path)).toBe(slug))

test('urlWithoutSecrets removes the mailed token and the fragment', () => {
  expect(
    urlWithoutSecrets('https://a.example/verify-email?token=abc&next=%2Fcart#id_token=x'),
  ).toBe('https://a.example/verify-email?next=%2Fcart')
})
