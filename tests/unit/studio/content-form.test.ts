import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import {
  CONTENT_SCHEMAS,
  type ContentId,
  type ContentKind,
  parseContentId,
} from '#src/contract/content.ts'
import type { ContentFields } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { type RichText, richText, type Span } from '#src/contract/content-values.ts'
import {
  type Body,
  createEmptyBody,
  getFields,
  locateError,
  toContentForm,
  toItemTitle,
  toRecordFields,
} from '#src/studio/content/content-form.ts'
import { toDocument, toRichText } from '#src/studio/content/rich-text-schema.ts'
import { pasteCells } from '#src/studio/content/table-cells.ts'
import { toErrorMessage } from '#src/studio/product/form-schema.ts'

const kinds = Object.keys(CONTENT_KINDS) as ContentKind[]

const getInitial = (id: ContentId) => getDefaultContent(id) as Body

const check = (kind: ContentKind, body: Body) =>
  toContentForm(kind).safeParse({ body, pictures: {} }, { error: toErrorMessage })

/** By the path that the form shows: what is wrong. */
const findErrors = (kind: ContentKind, body: Body) =>
  Object.fromEntries(
    check(kind, body).error?.issues.map(({ path, message }) => {
      const place = locateError(getFields(kind), path.join('.'))
      return [`${place?.path}: ${place?.label}`, message]
    }) ?? [],
  )

test('a text of a draft that has an empty part is shown without it', () => {
  const text: RichText = [{ type: 'paragraph', spans: [{ text: '' }, { text: 'Wool' }] }]
  expect(toRichText(toDocument(text))).toEqual([{ type: 'paragraph', spans: [{ text: 'Wool' }] }])
  expect(toRichText(toDocument([{ type: 'list', items: [[{ text: '' }]] }]))).toEqual([])
})

describe('the form of a record', () => {
  test.each(DEFAULT_IDS)('gives %s back as it was, with the order of its keys', (id) => {
    const kind = parseContentId(id)?.kind ?? 'home'
    const body = CONTENT_SCHEMAS[kind]?.parse(getInitial(id))
    expect(JSON.stringify(check(kind, getInitial(id)).data)).toBe(JSON.stringify(body))
  })

  test.each(kinds)('begins a new record of %s with every field, and says what it needs', (kind) => {
    const fields: ContentFields = getFields(kind)
    const empty = createEmptyBody(fields)
    expect(Object.keys(empty)).toEqual(Object.keys(fields))
    const issues = check(kind, empty).error?.issues ?? []
    for (const { path } of issues)
      expect(locateError(fields, path.join('.'))).toMatchObject({
        path: expect.stringMatching(/^body\./),
        groupId: expect.stringMatching(/^group-\w+$/),
        order: expect.any(Number),
      })
  })

  const LINK = [{ type: 'paragraph', spans: [{ text: 'b', link: 'ftp:c' }] }]
  const { picture } = getInitial('about')
  const [slide] = getInitial('home')['slides'] as Body[]

  test.each<[ContentKind, part: Body, place: string, message: string]>([
    ['about', { title: ' ' }, 'body.title: Title', 'Fill this in.'],
    [
      'about',
      { chapters: [{ title: 'A', text: 'Ring {telephone}', picture }] },
      'body.chapters.0.text: Chapters 1, Text',
      '{telephone} stands for nothing. Those under “Facts” can be used.',
    ],
    [
      'about',
      { story: { title: 'A', text: LINK } },
      'body.story.text: Story, Text',
      'must be a path such as /shop, or an address with https:, mailto: or tel:',
    ],
    ['home', { slides: [] }, 'body.slides: Slides', 'Add at least one.'],
    [
      'home',
      { slides: [{ ...slide, picture: { file: '', alt: '' } }] },
      'body.slides.0.picture.file: Slides 1, Picture',
      'must be an uploaded picture, or one of the shop that is cut for this place',
    ],
    [
      'footer',
      { columns: [{ title: 'A', links: [{ label: '', href: '/' }] }] },
      'body.columns.0.links.0.label: Columns 1, Links 1, Text',
      'Fill this in.',
    ],
    ['privacy', { validFrom: '' }, 'body.validFrom: Holds from', 'Choose a day.'],
  ])('of %s with %o has an error at %s: %s', (kind, part, place, message) => {
    const body = { ...getInitial(kind as ContentId), ...part }
    expect(findErrors(kind, body)).toEqual({ [place]: message })
  })

  test('names an item by its first text', () => {
    const fields = CONTENT_KINDS.about.fields.chapters.fields
    expect(toItemTitle(fields, { title: '', text: 'Woven', picture: undefined })).toBe('Woven')
    expect(toItemTitle(fields, { title: '', text: '', picture: undefined })).toBe('')
  })

  test('shows each field of two versions as text', () => {
    const { names, getLabel, format } = toRecordFields('about')
    expect(names).toContain('story.text')
    expect(getLabel('story.text')).toBe('Story, Text')
    const text: RichText = [
      { type: 'paragraph', spans: [{ text: 'To ' }, { text: 'shop', bold: true, link: '/shop' }] },
      { type: 'list', items: [[{ text: 'one' }], [{ text: 'two' }]] },
    ]
    const body = { ...getInitial('about'), story: { title: 'A', text } }
    expect(format(body, 'story.text')).toBe('To *shop* (/shop)\n• one\n• two')
    expect(format(body, 'stats')).toMatch(/^1\. 4\.9\/5\nAverage rating\n2\. /)
    expect(format(body, 'picture')).toBe(
      'Green pear-drop earrings, an enamel box with a mother-of-pearl dome and a green perfume bottle (comes with the shop)',
    )
  })
})

const span: fc.Arbitrary<Span> = fc.record(
  {
    text: fc.string({ minLength: 1, unit: 'grapheme' }),
    bold: fc.constant(true as const),
    link: fc.constantFrom('/shop', 'https://shop.test/a?b#c', 'mailto:a@b.c'),
  },
  { requiredKeys: ['text'] },
)
const isAlike = (a: Span, b: Span | undefined) => a.bold === b?.bold && a.link === b?.link
/** Neighbours that look alike are one span. */
const spans = fc
  .array(span, { minLength: 1, maxLength: 5 })
  .map((all) => all.filter((span, index) => index === 0 || !isAlike(span, all[index - 1])))
  // Lines without a visible character are left out.
  .filter((all) => /[^\s\p{Cf}]/u.test(all.map(({ text }) => text).join('')))
const block: fc.Arbitrary<RichText[number]> = fc.oneof(
  fc.record({ type: fc.constantFrom('paragraph' as const, 'heading' as const), spans }),
  fc.record({
    type: fc.constant('list' as const),
    items: fc.array(spans, { minLength: 1, maxLength: 4 }),
  }),
)

describe('a rich text', () => {
  test('is the same after the editor had it, with its keys in their order', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (typed) => {
        const { data: text } = richText.safeParse(typed)
        fc.pre(text !== undefined)
        const document = toDocument(text)
        document.check()
        expect(JSON.stringify(toRichText(document))).toBe(JSON.stringify(text))
      }),
    )
  })

  test('is stored as every other text: in NFC, without invisible characters', () => {
    const spans = [
      { text: 'E\u0301 \u202emer\u00adaude\u202c' },
      { text: '\u200b', bold: true as const },
    ]
    const stored = [{ type: 'paragraph' as const, spans: [{ text: 'É meraude' }] }]
    expect(toRichText(toDocument([{ type: 'paragraph', spans }]))).toEqual(stored)
    expect(richText.parse([{ type: 'paragraph', spans: spans.slice(0, 1) }])).toEqual(stored)
  })

  test('leaves out empty lines', () => {
    expect(toDocument([]).childCount).toBe(1)
    expect(toRichText(toDocument([]))).toEqual([])
    for (const text of [' ', '\u00a0', '\u200b'])
      expect(toRichText(toDocument([{ type: 'paragraph', spans: [{ text }] }]))).toEqual([])
  })
})

test.each([
  ['grows where the cells need it', 'a\tb\nc\td\n', '1 2 -|3 a b|- c d'],
  ['takes one line', 'a\tb', '1 2 -|3 a b'],
])('a table %s', (_name, text, expected) => {
  const table = pasteCells(
    [
      ['1', '2'],
      ['3', '4'],
    ],
    1,
    1,
    text,
  )
  expect(table.map((row) => row.map((cell) => cell || '-').join(' ')).join('|')).toBe(expected)
})
