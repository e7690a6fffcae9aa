import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faqSections } from '#src/components/content/faqs.ts'
import { privacySections } from '#src/components/content/privacy.ts'
import { shippingSections } from '#src/components/content/shipping.ts'
import { sizeSections } from '#src/components/content/sizes.ts'
import { clauses } from '#src/components/content/terms.ts'
import { TAX_PERCENT } from '#src/rules/constants.ts'
import { messages } from '#src/rules/messages.ts'
import { deliveryTable, policyFigures, policyNotes, policyTexts } from '#src/rules/policies.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/seed/read-entries.ts'

// One sheet has the figures of delivery, returns and exchange: every text that states one agrees with it.

const root = join(import.meta.dirname, '../../..')
const { delivery, returns, exchange, grievance } = policyFigures

const WORDS =
  'one two three four five six seven eight nine ten eleven twelve thirty sixty ninety'.split(' ')
const VALUES: Record<string, number> = { thirty: 30, sixty: 60, ninety: 90 }
const toNumber = (text: string): number =>
  /^\d+$/.test(text)
    ? Number(text)
    : (VALUES[text.toLowerCase()] ?? WORDS.indexOf(text.toLowerCase()) + 1)

const NUMBER = `(\\d+|${WORDS.join('|')})`
const SPAN = new RegExp(
  `\\b${NUMBER}(?:(?:\\s*[–-]\\s*|\\s+(?:to|or)\\s+)${NUMBER})?[\\s-](?:working\\s|calendar\\s)?(day|hour)s?\\b`,
  'gi',
)

interface Figure {
  text: string
  unit: 'day' | 'hour'
  figures: number[]
}

/** The sentences with a span of days or hours, and its figures. */
const findSpans = (text: string): Figure[] =>
  text.split(/(?<=[.!?])\s+/).flatMap((sentence) =>
    [...sentence.matchAll(SPAN)].map(([, first = '', last, unit]) => ({
      text: sentence.trim(),
      unit: unit?.toLowerCase() as Figure['unit'],
      figures: [first, last].flatMap((one) => (one ? [toNumber(one)] : [])),
    })),
  )

/** What a sentence about a span of days is about, and which figures the sheet has for it. */
const SUBJECTS: { about: RegExp; figures: number[][] }[] = [
  { about: /engrav|monogram|initial|stamp|embroider/i, figures: [[delivery.personalisation]] },
  { about: /resiz/i, figures: [[exchange.resizing]] },
  { about: /exchange|other size|change an unworn/i, figures: [[exchange.window]] },
  { about: /refund is sent/i, figures: [[returns.refund]] },
  { about: /we collect within/i, figures: [[returns.collection]] },
  { about: /return|come back|change your mind|damaged/i, figures: [[returns.window]] },
  {
    about: /deliver|with you|shipping|parcel|arrives/i,
    figures: [
      [delivery.min, delivery.max],
      [delivery.abroadMin, delivery.abroadMax],
    ],
  },
]

const contradicts = ({ text, unit, figures }: Figure): boolean => {
  const subject = unit === 'day' && SUBJECTS.find(({ about }) => about.test(text))
  return subject ? !subject.figures.some((one) => `${one}` === `${figures}`) : false
}

const flatten = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(flatten)
      : []

const contradictionsIn = (texts: unknown): string[] =>
  flatten(texts)
    .flatMap(findSpans)
    .filter(contradicts)
    .map(({ text }) => text)

describe('the policies', () => {
  test('have the figures of the specification (spec §9)', () => {
    expect(messages.pincode.estimate).toBe(
      `Estimated delivery: ${delivery.min}–${delivery.max} days`,
    )
    expect(policyNotes.returns).toBe('Easy 7-day return & replacement policy')
    expect(delivery.fee).toBe(0)
    expect(grievance).toEqual({ acknowledgeHours: 48, redressDays: 30 })
  })

  test('do not contradict themselves', () => {
    expect(contradictionsIn([policyTexts, policyNotes])).toEqual([])
    const times = deliveryTable.map(({ time }) => time.match(/\d+/g)?.map(Number) ?? [])
    const overall = times.slice(1, 3).flat()
    expect([Math.min(...overall), Math.max(...overall)]).toEqual([delivery.min, delivery.max])
  })

  test.each([
    ['the FAQ', faqSections],
    ['the terms', clauses],
    ['shipping and returns', shippingSections],
    ['the privacy notice', privacySections],
    ['the sizes', sizeSections],
    ['the messages', messages],
    ['the catalogue', readEntries(DEFAULT_SEED_DIR)],
  ])('are not contradicted by %s', (_, texts) => expect(contradictionsIn(texts)).toEqual([]))

  test('are the only place of the site’s source with their figures', () => {
    const files = globSync('src/{components,pages,islands,ui,layouts}/**/*.{ts,tsx,astro}', {
      cwd: root,
    })
    const found = files.flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8').replace(
        /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
        '',
      )
      return [...source.matchAll(SPAN)].map(([span]) => `${file}: ${span}`)
    })
    expect(found).toEqual([])
  })

  test('state the tax of the checkout, and no other percentage of it', () => {
    const texts = flatten([policyTexts, faqSections, clauses, shippingSections, messages.taxNote])
    const percents = texts
      .filter((text) => /\btax\b/i.test(text))
      .flatMap((text) => text.match(/(\d+)\s?%/g) ?? [])
    expect(percents.length).toBeGreaterThan(2)
    expect(new Set(percents)).toEqual(new Set([`${TAX_PERCENT}%`]))
  })

  test('promise free delivery wherever a price of it is named', () => {
    const texts = flatten([policyTexts, faqSections, clauses, readEntries(DEFAULT_SEED_DIR)])
    const paid = texts.filter((text) => /(?:deliver|shipping)[^.]*₹\s?\d/i.test(text))
    expect(paid).toEqual([])
  })
})
