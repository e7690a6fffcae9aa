import { expect, test } from 'vitest'
import { countPruned } from '#src/studio/record/versions.ts'

test('counts the saves below a version that are no longer kept', () => {
  const versions = [9, 8, 4, 2, 1].map((revision) => ({ revision }))
  expect(versions.map((_, index) => countPruned(versions, index))).toEqual([0, 3, 1, 0, 0])
})
