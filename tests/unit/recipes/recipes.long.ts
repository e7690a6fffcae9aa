import { beforeAll, describe, expect, test } from 'vitest'
import {
  applyDiff,
  createRecipeCopy,
  listExampleFiles,
  listSectionFiles,
} from '#tests/helpers/recipe.ts'

let copy: ReturnType<typeof createRecipeCopy>

beforeAll(() => {
  copy = createRecipeCopy()
})

/** Sections of docs/how-to.md, each with those on which it builds. */
const RECIPES = [
  { name: 'A payment method with a setting', after: [] },
  { name: 'A payment provider', after: ['A payment method with a setting'] },
  { name: 'A new product field', after: [] },
  { name: 'A new profile field', after: [] },
  { name: 'A new option', after: [] },
  { name: 'A filter of a list', after: [] },
  { name: 'A page of the studio', after: [] },
  { name: 'A new state of an order', after: [] },
]

test.for(RECIPES)('the recipe "$name" compiles and passes its check', ({ name, after }) => {
  copy.follow([...after, name])
})

test.for([
  ['A new profile field', 6],
  ['A filter of a list', 2],
  ['A page of the studio', 4],
] as const)('the recipe "%s" takes at most %i files and its test', ([name, most]) => {
  const files = listSectionFiles(name).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeLessThanOrEqual(most)
  expect(files).not.toEqual([])
})

describe('the bank transfer', () => {
  const EXAMPLE = 'tests/fixtures/bank-transfer.md'

  test('is in the files that the recipe of a payment method names', () => {
    expect(listExampleFiles(EXAMPLE)).toEqual(listSectionFiles('A payment method with a setting'))
  })

  test('can be removed from these files and added again', () => {
    expect(copy.removeAndAdd(EXAMPLE)).toEqual([])
  })
})

describe('a block that changes a file', () => {
  const lines = [' b', '-c', '+d']

  test('replaces the lines that it names', () => {
    expect(applyDiff('a\nb\nc\ne\n', { file: 'x', lines })).toBe('a\nb\nd\ne\n')
    const two = [' a', '+A', '@@', '-e']
    expect(applyDiff('a\nb\nc\ne\n', { file: 'x', lines: two })).toBe('a\nA\nb\nc\n')
  })

  test.for(['a\nb\n', 'b\nc\nb\nc\n'])('fails if the file does not have them once', (text) => {
    expect(() => applyDiff(text, { file: 'x', lines })).toThrow('does not have these lines once')
  })
})
