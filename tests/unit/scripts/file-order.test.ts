import { expect, test } from 'vitest'
import { putLongFirst } from '#tools/file-order.ts'

test('small files of many random cases start first, and files of the other projects last', () => {
  const files = [
    { project: { name: 'los-angeles' }, moduleId: '/tests/unit/rules/money.test.ts' },
    { project: { name: 'shared' }, moduleId: '/tests/api/orders.test.ts' },
    { project: { name: 'shared' }, moduleId: '/tests/api/random-documents.test.ts' },
  ]
  expect(putLongFirst(files)).toEqual(files.toReversed())
})
