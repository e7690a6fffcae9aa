import { describe, expect, test } from 'vitest'
import {
  type ChangedPart,
  cutAroundChanges,
  diffWords as diffAll,
  showSpace,
} from '#src/studio/record/changed-words.ts'

/** Changed words in brackets. */
const mark = (parts: ChangedPart[]): string =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')

const diffWords = (before: string, after: string) => {
  const parts = diffAll(before, after)
  return {
    before: parts.filter(({ isChanged, isRemoved }) => !isChanged || isRemoved),
    after: parts.filter(({ isRemoved }) => !isRemoved),
  }
}

const diff = (before: string, after: string): string[] => {
  const { before: old, after: current } = diffWords(before, after)
  return [mark(old), mark(current)]
}

describe('changed words', () => {
  test.each([
    ['under one roof', 'under one ceiling', 'under one [roof]', 'under one [ceiling]'],
    ['one', 'one', 'one', 'one'],
    ['', 'new words', '', '[new words]'],
    ['all gone', '', '[all gone]', ''],
    ['₹2,15,000', '₹21,500', '₹[2,15,000]', '₹[21,500]'],
    ['a b c', 'a c', 'a [b ]c', 'a c'],
    ['silk and gold', 'silk, and gold', 'silk and gold', 'silk[,] and gold'],
    ['a set 👨‍👩‍👧 for', 'a set 👨‍👩‍👦 for', 'a set [👨‍👩‍👧] for', 'a set [👨‍👩‍👦] for'],
    ['made in 🇮🇳', 'made in 🇮🇹', 'made in [🇮🇳]', 'made in [🇮🇹]'],
    ['❤️ and 👍🏽', '❤️ and 👍🏿', '❤️ and [👍🏽]', '❤️ and [👍🏿]'],
    ['र्‍क in steel', 'र्क in steel', '[र्‍क] in steel', '[र्क] in steel'],
    ['one\ntwo', 'one two', 'one[\n]two', 'one[ ]two'],
    ['one two', 'one\u00a0two', 'one[ ]two', 'one[\u00a0]two'],
    ['Gold', 'gold', '[Gold]', '[gold]'],
    ['22k gold', '24k gold', '[22k] gold', '[24k] gold'],
    ["the goldsmith's", 'the goldsmiths’', "the [goldsmith's]", 'the [goldsmiths’]'],
    ['hand-woven', 'handwoven', '[hand-woven]', '[handwoven]'],
    ['5 %', '5%', '5[ ]%', '5%'],
    ['a a a b', 'a a b', 'a a [a ]b', 'a a b'],
    ['of silk, of gold', 'of gold, of silk', 'of [silk], of [gold]', 'of [gold], of [silk]'],
    ['Émeraude', 'Emeraude', '[Émeraude]', '[Emeraude]'],
    ['https://a.in/b?c=1', 'https://a.in/b?c=2', 'https://a.in/b?c=[1]', 'https://a.in/b?c=[2]'],
    ['தங்க மோதிரம்', 'தங்க வளையல்', 'தங்க [மோதிரம்]', 'தங்க [வளையல்]'],
    ['சதுரம்.', 'சதுரம்!', 'சதுரம்[.]', 'சதுரம்[!]'],
    ['सोने की अंगूठी', 'चाँदी की अंगूठी', '[सोने] की अंगूठी', '[चाँदी] की अंगूठी'],
  ])('of %j and %j are marked', (before, after, old, current) => {
    expect(diff(before, after)).toEqual([old, current])
  })

  test('of blanks alone are shown by signs', () => {
    expect(['\n', ' \n\n', '\u00a0', 'a b', ''].map(showSpace)).toEqual([
      '↵\n',
      '␣↵\n↵\n',
      '␣',
      'a b',
      '',
    ])
  })

  test('keep every letter of both texts', () => {
    const words = ['silk', 'gold', 'of', 'the', ' ', '\n', ',', '₹5', 'é']
    let seed = 7
    const next = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed
    }
    const write = () =>
      Array.from({ length: next() % 30 }, () => words[next() % words.length]).join('')
    for (let round = 0; round < 300; round += 1) {
      const [before, after] = [write(), write()]
      const parts = diffWords(before, after)
      expect(parts.before.map(({ text }) => text).join('')).toBe(before)
      expect(parts.after.map(({ text }) => text).join('')).toBe(after)
    }
  })

  test('of two long texts without a word in common are found in bounded time', () => {
    const long = (word: string) =>
      Array.from({ length: 20_000 }, (_, index) => word + index).join(' ')
    const start = process.threadCpuUsage()
    diffWords(long('a'), long('b'))
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(2_000)
  })
})

describe('a long text', () => {
  const rest = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ')

  test('is cut to the words around its changes', () => {
    const { after } = diffWords(`${rest} roof ${rest}`, `${rest} ceiling ${rest}`)
    const cut = mark(cutAroundChanges(after))
    expect(cut).toMatch(/^….* word99 \[ceiling\] word0 .*…$/)
    expect(cut.length).toBeLessThan(220)
  })

  test('shows each of two changes that are far apart', () => {
    const { after } = diffWords(`a ${rest} b`, `c ${rest} d`)
    expect(mark(cutAroundChanges(after))).toMatch(/^\[c\] word0 .*… ….* word99 \[d\]$/)
  })

  test('stays whole without a change', () => {
    const parts = diffWords(rest, rest).after
    expect(cutAroundChanges(parts)).toEqual(parts)
  })
})
