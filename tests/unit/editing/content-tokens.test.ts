import { expect, test } from 'vitest'
import { fillTokens, findUnknownTokens, isFilledFrom } from '#src/editing/content-tokens.ts'
import { createRandom } from '#tools/random.ts'

const record = { title: '{phone} {count} {typo}', rows: [{ text: '{email}' }, 7, null, '{wrong}'] }

test('tokens that stand for nothing in a record are found in all its parts', () =>
  expect(findUnknownTokens({ count: 'Number' }, record)).toEqual(['{typo}', '{wrong}']))

test('facts stand in place of their tokens, and other braces stay', () =>
  expect(fillTokens(record, { phone: '1', email: 'a@b.c', count: '2' })).toEqual({
    title: '1 2 {typo}',
    rows: [{ text: 'a@b.c' }, 7, null, '{wrong}'],
  }))

/** What `isFilledFrom` means, for texts so short that each way to divide them can be tried. */
const isFilledByPattern = (template: string, text: string): boolean =>
  new RegExp(
    `^${template
      .split(/\{\w+\}/)
      .map(RegExp.escape)
      .join('.+')}$`,
    's',
  ).test(text)

test('a text is a template with something in place of each token', () => {
  const random = createRandom(11)
  const pick = (parts: string[], length: number) =>
    Array.from({ length }, () => parts[random.whole(0, parts.length - 1)]).join('')
  const counts = { true: 0, false: 0 }
  for (let round = 0; round < 20_000; round++) {
    const template = pick(['a', 'b', '.', '{x}', '{y}'], 1 + (round % 6))
    const text = pick(['a', 'b', '.'], round % 8)
    const expected = isFilledByPattern(template, text)
    counts[`${expected}`] += 1
    expect(isFilledFrom(template, text), `${template} ${text}`).toBe(expected)
  }
  expect(Math.min(counts.true, counts.false)).toBeGreaterThan(1_000)
})
