import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createProductRequest } from '#src/contract/editor.ts'
import {
  type CatalogEntry,
  catalogEntry,
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
} from '#src/contract/entry.ts'
import { toAddress } from '#src/editing/address.ts'
import { compareVersions, mergeVersions } from '#src/editing/merge-versions.ts'
import { hasOtherLetters, slugify } from '#src/editing/slugify.ts'
import { parseTypedAmount } from '#src/editing/typed-price.ts'
import { fromLocalInput, toLocalInput } from '#src/studio/app/time.ts'
import { toPreviewEntry } from '#src/studio/preview/preview-entry.ts'
import { entryFields } from '#src/studio/product/entry-fields.ts'
import {
  createEmptyValues,
  EMPTY_PICTURE,
  entryForm,
  type FormValues,
  isRequired,
  readFormValues,
  toErrorMessage,
  toFormValues,
} from '#src/studio/product/form-schema.ts'
import { createCatalogEntry } from '#tools/products.ts'

const entry = createCatalogEntry({
  slug: 'ring',
  price: 900,
  listPrice: 1_000,
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variant: { Size: 'M', Colour: 'Ruby' },
  highlights: ['One', 'Two'],
  offers: [{ icon: 'gift', title: 'Box', detail: 'A box of teak' }],
  related: ['other'],
  pictures: [{ file: 'a'.repeat(32), alt: 'A ring', focus: { x: 20, y: 80 }, worn: true }],
})

const seedEntries = globSync('seed/catalog/*.json').flatMap(
  (path) => JSON.parse(readFileSync(path, 'utf8')) as CatalogEntry[],
)

const change = (part: Partial<FormValues>): FormValues => ({ ...toFormValues(entry, []), ...part })

/** By path of a field of the form: what is wrong with it. */
const findErrors = (values: FormValues): Record<string, string> =>
  Object.fromEntries(
    entryForm
      .safeParse(values, { error: toErrorMessage })
      .error?.issues.toReversed()
      .map(({ path, message }) => [path.join('.'), message]) ?? [],
  )

describe('the form of a product', () => {
  test('gives every entry of the seed back as it was', () => {
    const { tagline: _, warranty: __, ...fewest } = entry
    const entries = [entry, fewest, ...seedEntries]
    expect(entries.length).toBeGreaterThan(50)
    for (const entry of entries)
      expect(entryForm.parse(toFormValues(entry, []))).toEqual(catalogEntry.parse(entry))
  })

  test('takes a draft of a form that had the fields which every product has', () => {
    const { title: _, ...others } = change({})
    expect(readFormValues(change({}))).toEqual(change({}))
    expect(readFormValues({ ...others, name: 'Ring' })).toBeUndefined()
    const { variants: __, ...earlier } = change({})
    expect(readFormValues(earlier)).toEqual({ ...earlier, variants: [] })
  })

  test.each([
    ['₹1,25,000', 125_000],
    [' 12 500.50 ', 12_500.5],
    ['0', 0],
    ['', Number.NaN],
    ['ten', Number.NaN],
  ])('reads the amount %j as %d', (text, amount) => expect(parseTypedAmount(text)).toBe(amount))

  test.each([
    ["L'Été à Jaipur — N° 5", 'lete-a-jaipur-n-5'],
    ['  The  Ring ', 'the-ring'],
    ['१२३', ''],
    [`${'a'.repeat(79)} bc`, 'a'.repeat(79)],
  ])('makes the slug of %s', (title, expected) => expect(slugify(title)).toBe(expected))

  test.each([
    '👑',
    '👑 Gold',
    '₹500',
    'सोना',
    'İstanbul',
    'L’Été — “N° 5”…',
    'Ⅳ',
    'Ｗｉｄｅ',
    'Straße',
    '§ 5',
  ])('knows whether the table of other scripts makes another slug of %s', (title) => {
    const plain = slugify(title)
    expect(hasOtherLetters(title) ? toAddress(title) : plain).toBe(toAddress(title))
  })

  test('times are those of India, wherever the editor is', () => {
    expect(toLocalInput('2026-11-22T20:00:00.000Z')).toBe('2026-11-23T01:30')
    expect(fromLocalInput('2026-11-23T01:30')).toBe('2026-11-22T20:00:00.000Z')
    expect(fromLocalInput('')).toBeUndefined()
    expect(toLocalInput('Tuesday'), 'of a draft').toBe('')
  })

  test.each(ENTRY_FIELD_NAMES)('has a preview while its field %s is wrong', (name) => {
    for (const typed of ['text', '§', 'x'.repeat(9_000)])
      if (typeof change({})[name] !== 'object')
        expect(
          catalogEntry.safeParse(toPreviewEntry(change({ [name]: typed }))).error,
        ).toBeUndefined()
  })
})

describe('an error stands at its field', () => {
  const toSize = (values: string) => ({ name: 'Size', values, initial: '' })

  test('none does in an entry that the server accepts', () => {
    expect(findErrors(toFormValues(entry, []))).toEqual({})
  })

  test.each<[Partial<FormValues>, Record<string, string>]>([
    [{ title: ' ' }, { title: 'Fill this in.' }],
    [{ tagline: 'x'.repeat(121) }, { tagline: 'At most 120 characters.' }],
    [{ price: 'ten' as never }, { price: 'Enter a number.' }],
    [{ price: 1.005 }, { price: 'At most two decimals.' }],
    [{ listPrice: 800 }, { listPrice: 'Must be above the price ₹900, or left out.' }],
    [{ slug: 'A b' }, { slug: 'Only lower-case letters and digits, joined by single hyphens.' }],
    [{ publishedAt: '' }, { publishedAt: 'Choose a date and a time.' }],
    [{ highlights: [{ text: ' ' }] }, { highlights: 'Add at least one.' }],
    [
      { highlights: [{ text: '' }, { text: 'x'.repeat(201) }] },
      { 'highlights.1.text': 'At most 200 characters.' },
    ],
    [{ options: [toSize('S\nS')] }, { 'options.0.values': 'Names a value twice.' }],
    [{ options: [toSize(' ')] }, { 'options.0.values': 'Add at least one choice.' }],
    [
      { technicalDetails: ['Weight', 'Weight '].map((name) => ({ name, value: '1' })) },
      { 'technicalDetails.1.name': 'This name stands twice.' },
    ],
    [
      { pictures: [{ ...EMPTY_PICTURE, file: 'a'.repeat(32) }] },
      { 'pictures.0.alt': 'Say what the picture shows, for people who cannot see it.' },
    ],
    [{ warranty: { duration: '1 year', type: '' } }, { 'warranty.type': 'Fill this in.' }],
  ])('%o', (part, expected) => {
    expect(findErrors(change(part))).toMatchObject(expected)
  })

  test('an empty form names every required field at once, and its preview is an entry all the same', () => {
    const values = createEmptyValues(new Date('2026-01-01T00:00:00Z'))
    const required = ENTRY_FIELD_NAMES.filter((name) => isRequired(ENTRY_FIELDS[name].schema))
    expect(required).not.toContain('tagline')
    expect(required).not.toContain('warranty')
    const nothing = { countryOfOrigin: '', publishedAt: '', description: [] }
    const pictures = [{ ...EMPTY_PICTURE, file: 'a'.repeat(32) }]
    expect(Object.keys(findErrors({ ...values, ...nothing, pictures })).toSorted()).toEqual(
      [...required, 'pictures.0.alt'].toSorted(),
    )
    expect(createProductRequest.safeParse(toPreviewEntry(values)).success).toBe(true)
  })
})

describe('two versions of a product', () => {
  const mine: CatalogEntry = { ...entry, title: 'Mine', price: 950, listPrice: undefined }
  const theirs: CatalogEntry = { ...entry, title: 'Theirs', stock: 3, price: 950 }

  test('are compared field by field, and merged with the chosen side of what clashes', () => {
    const merge = compareVersions(entryFields.names, entry, mine, theirs)
    const clashes = ['title']
    expect(merge).toEqual({
      clashes,
      joined: {},
      sides: {},
      mine: ['listPrice'],
      theirs: ['stock'],
    })
    const merged = mergeVersions(merge, mine, theirs, { title: 'mine' })
    expect(merged).toMatchObject({ title: 'Mine', price: 950, stock: 3 })
    expect('listPrice' in merged).toBe(false)
    expect(mergeVersions(merge, mine, theirs, { title: 'theirs' }).title).toBe('Theirs')
  })

  const [m, l] = [{ choice: { Size: 'M' } }, { choice: { Size: 'L' } }]
  const toVersion = (...variants: object[]) => ({ ...entry, variants })
  const base = toVersion({ ...m, stock: 5, price: 90 }, { ...l, stock: 6 })
  const sale = toVersion({ ...m, stock: 5 }, { ...l, stock: 6, price: 80 })
  const compare = (other: object) => compareVersions(entryFields.names, base, sale, other)

  test('join rows of variants of which both changed different parts, in any order', () => {
    const counted = toVersion({ price: 90, stock: 4, ...m }, { stock: 2, ...l })
    const merge = compare(counted)
    expect(merge).toMatchObject({ clashes: [], mine: [], theirs: [] })
    expect(mergeVersions(merge, sale, counted, {})).toEqual(
      toVersion({ ...m, stock: 4 }, { ...l, stock: 2, price: 80 }),
    )
    expect(compare(toVersion({ price: 90, stock: 5, ...m }, { ...l, stock: 6 })).theirs).toEqual([])
  })

  test('keep the parts of both in rows of which one part clashes', () => {
    const counted = toVersion({ ...m, stock: 4, price: 90 }, { ...l, stock: 6, price: 85 })
    const merge = compare(counted)
    expect(merge.clashes).toEqual(['variants'])
    for (const [side, price] of [
      ['mine', 80],
      ['theirs', 85],
    ] as const)
      expect(mergeVersions(merge, sale, counted, { variants: side })).toEqual(
        toVersion({ ...m, stock: 4 }, { ...l, stock: 6, price }),
      )
  })

  test.each([
    [
      'both changed a price',
      toVersion({ ...m, stock: 5, price: 90 }, { ...l, stock: 6, price: 85 }),
    ],
    ['one removed a row', toVersion({ ...m, stock: 5, price: 90 })],
    ['one removed all', { ...entry, variants: undefined }],
  ])('clash where %s', (_, other) => expect(compare(other).clashes).toEqual(['variants']))
})
