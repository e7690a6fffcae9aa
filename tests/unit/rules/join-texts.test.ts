import { describe, expect, test } from 'vitest'
import type { RichText, Span } from '#src/contract/content-values.ts'
import { joinTexts } from '#src/rules/join-texts.ts'
import { compareVersions, mergeVersions } from '#src/rules/merge-versions.ts'

/** `# Heading`, `- item` or a paragraph; `*bold*` and `[text](link)` in it. */
function write(...lines: string[]): RichText {
  const text: RichText = []
  for (const line of lines) {
    const last = text.at(-1)
    if (line.startsWith('# ')) text.push({ type: 'heading', spans: toSpans(line.slice(2)) })
    else if (!line.startsWith('- ')) text.push({ type: 'paragraph', spans: toSpans(line) })
    else if (last?.type === 'list') last.items.push(toSpans(line.slice(2)))
    else text.push({ type: 'list', items: [toSpans(line.slice(2))] })
  }
  return text
}

const toSpans = (line: string): Span[] =>
  (line.match(/\*[^*]+\*|\[[^\]]+\]\([^)]+\)|[^*[]+/g) ?? []).map((part): Span => {
    if (part.startsWith('*')) return { text: part.slice(1, -1), bold: true }
    const [, text = '', link = ''] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
    return text ? { text, link } : { text: part }
  })

const A = 'We cut each stone under one roof in Jaipur.'
const B = 'Gold is weighed twice before it leaves the bench.'
const C = 'Each clasp is closed a thousand times.'
const D = 'Letters are answered within a day.'

type Texts = string[]

/** What base, one editor and another one wrote, and the text with the changes of both. */
const JOINED: [title: string, base: Texts, mine: Texts, theirs: Texts, both: Texts][] = [
  ['paragraphs apart', [A, B, C], [`${A}!`, B, C], [A, B, `${C}!`], [`${A}!`, B, `${C}!`]],
  ['paragraphs side by side', [A, B], [`${A}!`, B], [A, `${B}!`], [`${A}!`, `${B}!`]],
  ['all but one paragraph', [A, B, C], [`${A}!`, `${B}!`, C], [A, B, D], [`${A}!`, `${B}!`, D]],
  ['the first one rewritten', [A, B], [D, B], [A, `${B}!`], [D, `${B}!`]],
  ['a new paragraph beside a change', [A, B], [A, D, B], [A, `${B}!`], [A, D, `${B}!`]],
  ['a change with a new one', [A, B], [`${A}!`, D, B], [A, `${B}!`], [`${A}!`, D, `${B}!`]],
  ['a new one, and a change after it', [A, B], [D, `${A}!`, B], [A, B, C], [D, `${A}!`, B, C]],
  ['a paragraph removed', [A, B, C], [A, C], [A, B, `${C}!`], [A, `${C}!`]],
  ['both removed one', [A, B, C], [B, C], [A, B], [B]],
  ['new ones at the same place', [A], [A, B], [A, C], [A, C, B]],
  ['the same new one', [A], [A, B], [A, B], [A, B]],
  [
    'the same change, and another one',
    [A, B],
    [`${A}!`, B],
    [`${A}!`, `${B}!`],
    [`${A}!`, `${B}!`],
  ],
  ['one moved down', [A, B, C], [B, C, A], [A, B, `${C}!`], [B, `${C}!`, A]],
  [
    'items of a list',
    ['- a b', '- c d'],
    ['- a b e', '- c d'],
    ['- a b', '- c f'],
    ['- a b e', '- c f'],
  ],
  [
    'a new item',
    [A, '- a', '- b'],
    [A, '- a', '- n', '- b'],
    [A, '- a', '- c'],
    [A, '- a', '- n', '- c'],
  ],
  [
    'an item, and the text around',
    [A, '- a', B],
    [A, '- b', B],
    [`${A}!`, '- a', C],
    [`${A}!`, '- b', C],
  ],
  ['a heading', ['# One', A], ['# Two', A], ['# One', `${A}!`], ['# Two', `${A}!`]],
  ['a paragraph made a heading', [A, B], [`# ${A}`, B], [A, `${B}!`], [`# ${A}`, `${B}!`]],
  [
    'a link',
    [`${A} [shop](/shop)`, B],
    [`${A} [shop](/about)`, B],
    [`${A} [shop](/shop)`, D],
    [`${A} [shop](/about)`, D],
  ],
  [
    'bold words',
    [A, B],
    ['We cut *each stone* here.', B],
    [A, D],
    ['We cut *each stone* here.', D],
  ],
  ['a list taken apart', ['- a', '- b', B], ['a', 'b', B], ['- a', '- b', D], ['a', 'b', D]],
]

/** Both changed one paragraph in different ways. */
const CLASHES: [title: string, base: Texts, mine: Texts, theirs: Texts][] = [
  ['one paragraph', [A], [`${A}!`], [`${A}?`]],
  ['one of three', [A, B, C], [A, `${B}!`, C], [A, `${B}?`, C]],
  ['a removed and a changed one', [A, B, C], [A, C], [A, `${B}!`, C]],
  ['bold and other words of one', [A, B], ['We cut *each* stone.', B], [`${A}!`, B]],
  ['an item', ['- a b c', '- d'], ['- a b e', '- d'], ['- a b f', '- d']],
  ['a link of one', [`${A} [x](/a)`], [`${A} [x](/b)`], [`${A} [x](/c)`]],
  ['one moved to different places', [A, B, C, D], [B, A, C, D], [B, C, D, A]],
  ['a text that was empty', [], [A], [B]],
]

describe('a text that two editors changed', () => {
  test.each(JOINED)('keeps the changes of both: %s', (_, base, mine, theirs, both) => {
    for (const toText of [(all: Texts) => write(...all), (all: Texts) => all.join('\n')])
      expect(joinTexts(toText(base), toText(mine), toText(theirs))).toEqual({
        isClash: false,
        value: toText(both),
      })
  })

  test.each(JOINED)(
    'is the same in the other order, but for new ones: %s',
    (title, base, mine, theirs, both) => {
      const joined = joinTexts(write(...base), write(...theirs), write(...mine))
      const expected = title === 'new ones at the same place' ? [A, B, C] : both
      expect(joined).toEqual({ isClash: false, value: write(...expected) })
    },
  )

  test.each(CLASHES)('asks in both orders: %s', (_, base, mine, theirs) => {
    for (const toText of [(all: Texts) => write(...all), (all: Texts) => all.join('\n')]) {
      const [before, own, other] = [toText(base), toText(mine), toText(theirs)]
      expect(joinTexts(before, own, other).isClash).toBe(true)
      expect(joinTexts(before, other, own).isClash).toBe(true)
    }
  })

  test('keeps what both changed elsewhere with either side of one paragraph', () => {
    const toBody = (...lines: Texts) => ({ text: write(...lines) })
    const base = toBody(A, B, C)
    const [mine, theirs] = [toBody(`${A} One.`, `${B}!`, C), toBody(A, `${B}?`, C, D)]
    const merge = compareVersions(['text'], base, mine, theirs)
    expect(merge.clashes).toEqual(['text'])
    expect(mergeVersions(merge, mine, theirs, { text: 'mine' })).toEqual(
      toBody(`${A} One.`, `${B}!`, C, D),
    )
    expect(mergeVersions(merge, mine, theirs, { text: 'theirs' })).toEqual(
      toBody(`${A} One.`, `${B}?`, C, D),
    )
    // What is asked about differs from it in the one paragraph.
    expect(merge.sides['text']?.base).toEqual(toBody(`${A} One.`, B, C, D).text)
  })

  test('loses no paragraph and adds none, whatever both do', () => {
    let seed = 11
    const next = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed % below
    }
    const change = (lines: Texts, name: string): Texts =>
      lines.flatMap((line, index) => {
        const action = next(8)
        if (action === 0) return []
        if (action === 1) return [`${line} ${name}`]
        return action === 2 ? [line, `${name} ${index} new`] : [line]
      })
    for (let round = 0; round < 400; round += 1) {
      const base = Array.from({ length: 1 + next(7) }, (_, index) => `line ${index} of ${round}`)
      const [mine, theirs] = [change(base, 'mine'), change(base, 'theirs')]
      const joined = joinTexts(write(...base), write(...mine), write(...theirs))
      if (joined.isClash) continue
      const lines = (joined.value as RichText).flatMap((block) =>
        block.type === 'list' ? [] : block.spans.map(({ text }) => text),
      )
      const known = new Set([...mine, ...theirs])
      expect(lines.filter((line) => !known.has(line))).toEqual([])
      // What one has written is there; what one has kept is there unless the other took it away.
      for (const [own, other] of [
        [mine, theirs],
        [theirs, mine],
      ] as const)
        expect(
          own.filter(
            (line) => (!base.includes(line) || other.includes(line)) && !lines.includes(line),
          ),
        ).toEqual([])
    }
  })
})

describe('a list that two editors changed', () => {
  const [one, two] = [
    { question: 'How long?', answer: write(A, B) },
    { question: 'How much?', answer: write(C) },
  ]

  test('keeps different items, and different parts and paragraphs of one', () => {
    const mine = [{ ...one, answer: write(`${A}!`, B) }, two]
    const theirs = [
      { question: 'How soon?', answer: write(A, D) },
      { ...two, answer: write(D) },
    ]
    expect(joinTexts([one, two], mine, theirs)).toEqual({
      isClash: false,
      value: [
        { question: 'How soon?', answer: write(`${A}!`, D) },
        { ...two, answer: write(D) },
      ],
    })
  })

  test('asks where a table has got another column and another row', () => {
    const base = [
      ['Size', 'mm'],
      ['6', '16'],
    ]
    const wider = base.map((cells) => [...cells, 'in'])
    expect(joinTexts(base, wider, [...base, ['7', '17']]).isClash).toBe(true)
    const cells = [
      ['Size', 'mm'],
      ['6', '16.5'],
    ]
    const other = [
      ['Ring size', 'mm'],
      ['6', '16'],
    ]
    expect(joinTexts(base, cells, other)).toEqual({
      isClash: false,
      value: [
        ['Ring size', 'mm'],
        ['6', '16.5'],
      ],
    })
  })

  test('never mixes a point of two, nor facts in another order', () => {
    const focus = { x: 1, y: 1 }
    expect(joinTexts(focus, { x: 2, y: 1 }, { x: 1, y: 2 }).isClash).toBe(true)
    expect(joinTexts({ a: '1', b: '2' }, { b: '2', a: '1' }, { a: '3', b: '2' }).isClash).toBe(true)
    expect(joinTexts({ a: '1', b: '2' }, { a: '1', b: '4' }, { a: '3', b: '2' }).value).toEqual({
      a: '3',
      b: '4',
    })
  })
})
