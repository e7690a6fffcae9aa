import { expect, test } from 'vitest'
import { findContentIdOfPath } from '#src/contract/content.ts'

test.each([
  ['/collections/festive', 'collection:festive'],
  ['/collections/festive/2', 'collection:festive'],
  ['/shop/watches', 'category:watches'],
  ['/collections/', undefined],
  ['/collections/festive/more', undefined],
  ['/product/festive', undefined],
])('the path %s is that of the record %s', (path, id) => {
  expect(findContentIdOfPath(path)).toBe(id)
})
