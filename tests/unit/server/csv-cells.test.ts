import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENTRY_FIELDS, type EntryField, entryVariant } from '#src/contract/entry.ts'
import { OFFER_FIELD_LETTERS, OFFER_FIELD_NAMES, OFFER_ICONS } from '#src/contract/values.ts'
import { formatCell, parseCell } from '#src/server/studio/products/csv-cells.ts'

const format = (name: EntryField, value: unknown) => formatCell(name, ENTRY_FIELDS[name], value)
const parse = (name: EntryField, cell: string) => parseCell(name, ENTRY_FIELDS[name], cell)

const AMOUNTS: [cell: string, amount: number][] = [
  ['129900', 129_900],
  ['₹1,29,900', 129_900],
  ['₹ 1,25,000.50', 125_000.5],
  ['₹\u00a01,299', 1_299],
  ['1,29,900.00', 129_900],
  ['129,900.00', 129_900],
  ['1499.5', 1_499.5],
  // The schema of the field refuses these in its own words.
  ['-1299', -1_299],
  ['1,299.995', 1_299.995],
  ['10937.7200000001', 10_937.720_000_000_1],
]

const NO_AMOUNT = 'must be an amount in rupees with two decimals at most, e.g. 1499.50 or ₹1,29,900'
const NO_AMOUNTS = [
  ...['Rs. 1,499', 'INR 1499', '1499 INR', '1,499/-', '1299,-', 'Rupees 1,299 only', '₨ 1299'],
  ...['1.299,00', '1.29.900', '12,99,00', '1,29,90', '1,2,3', '1,29,900 .00', '1 29 900', '1,5'],
  ...['12.990', '1,299.990', '1,299.', '.50', '10937.720', '1299\n50', '1499.50.'],
  ...[
    '1e5',
    '0x10',
    '+1299',
    '--1299',
    '(1,299)',
    '$1299',
    '€1299',
    '1299 EUR',
    "1'299.00",
    '1299%',
  ],
  ...[
    '1.3L',
    '₹1.3 lakh',
    '2 crore',
    '50k',
    'Free',
    'N/A',
    '-',
    '₹',
    'twelve',
    '१,२९,९००',
    '１２９９',
  ],
]

const NO_COUNTS = ['many', '5 dozen', '5 pcs', '12 Nos.', '1.000', 'five', '10%', '+5', '1 000', '']

const TIMES: [cell: string, time: string][] = [
  ['2026-11-21', '2026-11-20T18:30:00.000Z'],
  ['2026-11-21 15:00', '2026-11-21T09:30:00.000Z'],
  ['2026-11-21 15:00:30', '2026-11-21T09:30:30.000Z'],
  ['2026-11-21T15:00:00+05:30', '2026-11-21T09:30:00.000Z'],
  ['2026-11-21T09:30:00.000Z', '2026-11-21T09:30:00.000Z'],
  ['21-11-2026', '2026-11-20T18:30:00.000Z'],
  ['5-1-2026', '2026-01-04T18:30:00.000Z'],
  ['21-11-2026 15:00', '2026-11-21T09:30:00.000Z'],
  ['29-02-2028', '2028-02-28T18:30:00.000Z'],
]

const NO_TIME = 'must be a time in India, e.g. 2026-11-21 15:00 or 21-11-2026'
const NO_TIMES = [
  ...['31-02-2026', '2026-02-30', '2026-11-31', '29-02-2027', '2026-13-01', '11-21-2026'],
  ...['21/11/2026', '2026/11/21', '21.11.2026', '21-11-26', '21-11/2026', '२१-११-२०२६', '46347'],
  ...['21-Nov-2026', '21 November 2026', 'Nov 21, 2026', 'Saturday, 21-11-2026', 'Mon 2026-11-23'],
  ...[
    'today',
    '21-11-2026 25:00',
    '21-11-2026 3:05 PM',
    '21-11-2026 15.30',
    '2026-11-21 15:00 CET',
  ],
]

describe('a cell', () => {
  test.each<[name: EntryField, cell: string, value: unknown]>([
    ['options', 'Size: S | M | L', [{ name: 'Size', values: ['S', 'M', 'L'] }]],
    ['variant', 'Size: M\nColour: Ruby', { Size: 'M', Colour: 'Ruby' }],
    ['highlights', 'One\nTwo: three', ['One', 'Two: three']],
    [
      'description',
      'The ring: It is a ring.\nIt is round: quite.\n\nCare: Wipe it.',
      [
        { title: 'The ring', content: 'It is a ring.\n\nIt is round: quite.' },
        { title: 'Care', content: 'Wipe it.' },
      ],
    ],
    [
      'offers',
      'Box: Of teak | gift\nInitials: Up to three | spark | Initials | initials | 3',
      [
        { icon: 'gift', title: 'Box', detail: 'Of teak' },
        {
          icon: 'spark',
          title: 'Initials',
          detail: 'Up to three',
          field: { name: 'Initials', letters: 'initials', maxLength: 3 },
        },
      ],
    ],
    [
      'pictures',
      [
        'a1.webp: A ring | 20% 80%',
        'b2.webp: Its box | worn',
        'c3.webp: On a hand | 0% 50% | 130% | worn',
        'd4.webp: Its clasp | 105%',
      ].join('\n'),
      [
        { file: 'a1.webp', alt: 'A ring', focus: { x: 20, y: 80 } },
        { file: 'b2.webp', alt: 'Its box', worn: true },
        { file: 'c3.webp', alt: 'On a hand', focus: { x: 0, y: 50 }, zoom: 130, worn: true },
        { file: 'd4.webp', alt: 'Its clasp', zoom: 105 },
      ],
    ],
    ['publishedAt', '2026-11-21 15:00 IST', '2026-11-21T09:30:00.000Z'],
    ['publishedAt', '2026-11-21 15:00:07.250 IST', '2026-11-21T09:30:07.250Z'],
  ])('of %s is %j', (name, cell, value) => {
    expect(parse(name, cell)).toEqual(value)
    expect(format(name, value)).toBe(cell)
  })

  test.each<[name: EntryField, cell: string, value: unknown]>([
    ['options', ' Size :S|M | ', [{ name: 'Size', values: ['S', 'M'] }]],
    [
      'description',
      'Care:\r\nWipe it.\r\n  \r\nMore: ',
      [
        { title: 'Care', content: 'Wipe it.' },
        { title: 'More', content: '' },
      ],
    ],
    ['tagline', '', undefined],
    ['offers', '', []],
    ['stock', '12', 12],
    ['stock', '1,200', 1_200],
    ...AMOUNTS.map(([cell, amount]) => ['price', cell, amount] as [EntryField, string, unknown]),
    ...TIMES.map(([cell, time]) => ['publishedAt', cell, time] as [EntryField, string, unknown]),
  ])('of %s may be %j', (name, cell, value) => {
    expect(parse(name, cell)).toEqual(value)
  })

  test.each<[name: EntryField, cell: string, message: string]>([
    ['options', 'S | M', 'must be one “Size: S | M | L” a line, which “S | M” is not'],
    ['pictures', 'a.webp: A | top', 'must be one “file: alt text” a line'],
    [
      'offers',
      'A: b | gift | Initials | text | 3 | 4',
      'must be one “Title: detail | icon” a line',
    ],
    [
      'description',
      'Care: Wipe.\n\nIt shines.',
      'with a blank line between them, which “It shines.”',
    ],
    ['description', '[{"title"', 'must be sections of the form “Heading: text”'],
    ['technicalDetails', '__proto__: x', 'must not have the name "__proto__"'],
    ...NO_COUNTS.map(
      (cell) => ['stock', cell, 'must be a whole number'] as [EntryField, string, string],
    ),
    ...NO_TIMES.map((cell) => ['publishedAt', cell, NO_TIME] as [EntryField, string, string]),
    ...NO_AMOUNTS.map((cell) => ['price', cell, NO_AMOUNT] as [EntryField, string, string]),
  ])('of %s is not %j', (name, cell, message) => {
    expect(() => parse(name, cell)).toThrow(message)
  })
})

/** Texts with what the forms of cells have between parts. */
const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 30 }),
    fc.string({
      unit: fc.constantFrom('a', ' ', ':', '|', '\n', '\r', '[', '{', '%', "'", '"', '='),
    }),
  )
  .map((part) => part.trim())
const name = text.filter((part) => part !== '' && part !== '__proto__')
const point = fc.integer({ min: 0, max: 100 })
// An object without a prototype is not equal to what is parsed.
const noNullPrototype = true
const pairs = (minKeys = 0) => fc.dictionary(name, name, { minKeys, noNullPrototype })

const values: Partial<Record<EntryField, fc.Arbitrary<unknown>>> = {
  options: fc.array(fc.record({ name, values: fc.array(name, { minLength: 1, maxLength: 4 }) })),
  highlights: fc.array(name),
  description: fc.array(fc.record({ title: name, content: text })),
  technicalDetails: pairs(),
  offers: fc.array(
    fc.record(
      {
        icon: fc.constantFrom(...OFFER_ICONS),
        title: name,
        detail: name,
        field: fc.record({
          name: fc.constantFrom(...OFFER_FIELD_NAMES),
          letters: fc.constantFrom(...OFFER_FIELD_LETTERS),
          maxLength: fc.integer({ min: 1, max: 40 }),
        }),
      },
      { requiredKeys: ['icon', 'title', 'detail'] },
    ),
  ),
  pictures: fc.array(
    fc.record(
      { file: name, alt: text, focus: fc.record({ x: point, y: point }) },
      { requiredKeys: ['file', 'alt'] },
    ),
  ),
  publishedAt: fc
    .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
}

test('any choice of a variant is read back from its cell', () => {
  const schema = entryVariant.shape.choice
  fc.assert(
    fc.property(pairs(1), (choice) => {
      const cell = formatCell('choice', { type: 'pairs' }, choice)
      expect(parseCell('choice', { type: 'pairs', schema }, cell.trim())).toEqual(choice)
    }),
    { numRuns: 100 },
  )
  expect(formatCell('choice', { type: 'pairs' }, { Size: 'M', Colour: 'Ruby' })).toBe(
    'Size: M; Colour: Ruby',
  )
})

test.each(Object.entries(values) as [EntryField, fc.Arbitrary<unknown>][])(
  'any %s is read back from its cell, also from one with the JSON of earlier releases',
  (field, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        expect(parse(field, format(field, value).trim())).toEqual(value)
        if (field !== 'publishedAt') expect(parse(field, JSON.stringify(value))).toEqual(value)
      }),
      { numRuns: 100 },
    )
  },
)
