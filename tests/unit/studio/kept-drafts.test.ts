import { describe, expect, test } from 'vitest'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import { type ContentKind, parseContentId } from '#src/contract/content.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { Body } from '#src/studio/content/content-form.ts'
import { createContentKind } from '#src/studio/content/content-record.ts'
import {
  createEmptyValues,
  readEntry,
  readFormValues,
  toFormValues,
} from '#src/studio/product/form-schema.ts'
import { listRead } from '#tests/helpers/broken-values.ts'
import { createCatalogEntry, ringWithVariants } from '#tools/products.ts'

const keep = (values: unknown): unknown => JSON.parse(JSON.stringify(values))

/** A number is a text while it is typed, and an empty text may become one. */
const fitting = (value: unknown) =>
  typeof value === 'number' ? ['string'] : value === '' ? ['number'] : []

const entry = createCatalogEntry({
  ...ringWithVariants,
  tagline: 'A line',
  warranty: { duration: '2 years', type: 'Manufacturer' },
  offers: [{ icon: 'gift', title: 'Box', detail: 'A box of teak' }],
  technicalDetails: { Weight: '4 g' },
  related: ['other'],
  pictures: [{ file: 'a'.repeat(32), alt: 'A ring', focus: { x: 20, y: 80 }, zoom: 1.5 }],
})

describe('of the draft of a product', () => {
  test.each([
    ['a new one', createEmptyValues(new Date())],
    ['a saved one', toFormValues(entry, [])],
    ['a number that is no number yet', { ...toFormValues(entry, []), price: '12,' }],
  ])('%s is read as it was typed', (_, values) =>
    expect(readFormValues(keep(values))).toEqual(keep(values)),
  )

  test('nothing is read where one part has another type', () => {
    const values = keep(toFormValues(entry, []))
    expect(listRead(values, readFormValues, fitting)).toEqual([])
  })

  test('the entry that it was made from is whole', () => {
    expect(readEntry(keep(entry))).toEqual(keep(entry))
    expect(listRead(entry, readEntry, fitting)).toEqual([])
  })
})

const kinds = Object.keys(CONTENT_KINDS) as ContentKind[]
const toRecord = (body: Body) => ({ body, pictures: {} }) as never

describe('of the draft of content', () => {
  test.each(kinds)('a new %s is read as it was typed', (kind) => {
    const { toValues, readValues } = createContentKind(kind, kind)
    expect(keep(readValues(keep(toValues(undefined))))).toEqual(keep(toValues(undefined)))
  })

  test.each(DEFAULT_IDS)(
    '%s is read as it was typed, and not where a part has another type',
    (id) => {
      const kind = createContentKind(id, parseContentId(id)?.kind ?? 'home')
      const body = getDefaultContent(id) as Body
      const values = keep(kind.toValues(toRecord(body)))
      expect(keep(kind.readValues(values))).toEqual(values)
      expect(kind.readBody(keep(body))).toEqual(keep(body))
      expect(listRead(values, kind.readValues, fitting)).toEqual([])
      expect(listRead(body, kind.readBody, fitting)).toEqual([])
    },
  )
})
