import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isPublicPath,
  paths,
  productPath,
  safePath,
  searchPath,
  storeCategoryPath,
} from '#src/rules/paths.ts'

describe('safePath follows only this site (decisions, intent kept over login)', () => {
  test.each(['/', '/cart', '/product/a-b?size=7#top', '/shop?search=a%20b', '/a:b'])(
    '%s is followed',
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
  ])('%j is not', (path) => {
    expect(safePath(path)).toBe(null)
  })

  test('whatever is given, what is followed stays on this site', () => {
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

test('search terms and categories are trimmed and encoded (spec §5)', () => {
  expect(searchPath('  gold & rose ')).toBe('/shop?search=gold%20%26%20rose')
  expect(storeCategoryPath('a b')).toBe('/store?category=a%20b')
  expect(productPath('moti')).toBe('/product/moti')
})

test('somebody’s own pages are not found by searching', () => {
  const found = Object.values(paths).filter(isPublicPath)
  expect(found.toSorted()).toEqual(
    ['/', '/about', '/contact', '/faqs', '/partner', '/shop', '/terms'].toSorted(),
  )
  expect(isPublicPath('/profile/edit')).toBe(false)
  expect(isPublicPath('/studio/products')).toBe(false)
  expect(isPublicPath('/product/moti')).toBe(true)
})
