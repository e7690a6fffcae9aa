import { z } from 'zod'
import { focus, offer, option, rupees, section, slug, text, variant, warranty } from './catalog.ts'

/** Groups of the form in their order. */
export const ENTRY_GROUPS = [
  'basics',
  'price',
  'pictures',
  'options',
  'highlights',
  'sections',
  'details',
  'offers',
  'warranty',
  'related',
  'more',
] as const
export type EntryGroup = (typeof ENTRY_GROUPS)[number]

/**
 * What the form shows, what a cell of a CSV file holds, and what the history prints. `lines` are texts,
 * `pairs` a name and a value each, `rows` objects (JSON in a cell), `parts` an object with a column for
 * each of its texts.
 */
type EntryFieldType =
  'text' | 'rupees' | 'decimal' | 'integer' | 'time' | 'lines' | 'pairs' | 'rows' | 'parts'

export interface EntryFieldSpec {
  label: string
  /** In place of `label` in the form. */
  formLabel?: string
  hint?: string
  group: EntryGroup
  /** Width in the form; a line by default. */
  width?: 'half' | 'third'
  type: EntryFieldType
  /** Place of its column in a CSV file, and of the field in the checks of the API. */
  column: number
  /** What the API accepts. An optional field is one whose rule is optional. */
  rule: z.ZodType
}

/**
 * Every field of an entry in the order of the form. Schema, form, CSV file and history are made from it
 * (docs/how-to.md#a-new-field-of-a-product).
 */
export const ENTRY_FIELDS = {
  title: { label: 'Title', group: 'basics', type: 'text', column: 2, rule: text(200) },
  slug: { label: 'Address', group: 'basics', type: 'text', column: 1, rule: slug },
  subtitle: { label: 'Subtitle', group: 'basics', type: 'text', column: 3, rule: text(200) },
  tagline: {
    label: 'Tagline',
    hint: 'The line under the title on a card.',
    group: 'basics',
    type: 'text',
    column: 5,
    rule: text(120),
  },
  category: {
    label: 'Category',
    group: 'basics',
    width: 'half',
    type: 'text',
    column: 4,
    rule: text(40),
  },
  countryOfOrigin: {
    label: 'Country of origin',
    group: 'basics',
    width: 'half',
    type: 'text',
    column: 18,
    rule: text(60),
  },
  /** Selling price. */
  price: {
    label: 'Price',
    formLabel: 'Price in ₹',
    group: 'price',
    width: 'third',
    type: 'rupees',
    column: 6,
    rule: rupees,
  },
  /** List price of a discounted product; always above `price`. */
  listPrice: {
    label: 'List price',
    formLabel: 'List price in ₹',
    group: 'price',
    width: 'third',
    type: 'rupees',
    column: 7,
    rule: rupees.optional(),
  },
  stock: {
    label: 'Stock',
    group: 'price',
    width: 'third',
    type: 'integer',
    column: 8,
    rule: z.int().min(0).max(100_000),
  },
  /** Pictures in display order; `file` names a file of the seed or the hash of an upload. */
  pictures: {
    label: 'Pictures',
    group: 'pictures',
    type: 'rows',
    column: 21,
    rule: z
      .array(
        z.strictObject({
          file: text(200),
          alt: z.string().trim().max(300),
          focus: focus.optional(),
        }),
      )
      .max(20),
  },
  /** Options that a shopper chooses from, e.g. sizes; may be empty. */
  options: {
    label: 'Options',
    group: 'options',
    type: 'rows',
    column: 11,
    rule: z.array(option).max(4),
  },
  /** Default variant: one value of each option, and fixed traits such as the colour. */
  variant: {
    label: 'Default choice and traits',
    group: 'options',
    type: 'pairs',
    column: 12,
    rule: variant,
  },
  highlights: {
    label: 'Highlights',
    group: 'highlights',
    type: 'lines',
    column: 13,
    rule: z.array(text(200)).min(1).max(12),
  },
  description: {
    label: 'Sections',
    group: 'sections',
    type: 'rows',
    column: 14,
    rule: z.array(section).min(1).max(12),
  },
  technicalDetails: {
    label: 'Technical details',
    group: 'details',
    type: 'pairs',
    column: 15,
    rule: z.record(text(60), text(300)),
  },
  offers: {
    label: 'Offers',
    group: 'offers',
    type: 'rows',
    column: 17,
    rule: z.array(offer).max(6),
  },
  warranty: { label: 'Warranty', group: 'warranty', type: 'parts', column: 16, rule: warranty },
  /** Slugs of related products, best first. */
  related: {
    label: 'Related products',
    group: 'related',
    type: 'lines',
    column: 20,
    rule: z.array(slug).max(12),
  },
  rating: {
    label: 'Rating',
    formLabel: 'Rating, 0 to 5',
    group: 'more',
    width: 'third',
    type: 'decimal',
    column: 9,
    rule: z.number().min(0).max(5).optional(),
  },
  reviewCount: {
    label: 'Reviews',
    formLabel: 'Number of reviews',
    group: 'more',
    width: 'third',
    type: 'integer',
    column: 10,
    rule: z.int().min(0),
  },
  publishedAt: {
    label: 'On sale since',
    formLabel: 'On sale since (IST)',
    group: 'more',
    width: 'third',
    type: 'time',
    column: 19,
    rule: z.iso.datetime(),
  },
} as const satisfies Record<string, EntryFieldSpec>

export type EntryField = keyof typeof ENTRY_FIELDS

/** In the order of the form. */
export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_FIELDS) as EntryField[]

type EntryRules = { [Name in EntryField]: (typeof ENTRY_FIELDS)[Name]['rule'] }

/** One product as editors and the seed write it. The server derives all other fields. */
export const catalogueEntry = z.strictObject(
  Object.fromEntries(
    ENTRY_FIELD_NAMES.toSorted((a, b) => ENTRY_FIELDS[a].column - ENTRY_FIELDS[b].column).map(
      (name) => [name, ENTRY_FIELDS[name].rule],
    ),
  ) as EntryRules,
)
export type CatalogueEntry = z.output<typeof catalogueEntry>

export interface EntryFault {
  path: (string | number)[]
  message: string
}

/** Faults of an entry that its schema cannot express. */
export function findEntryFaults(
  entry: Pick<CatalogueEntry, 'price' | 'listPrice' | 'options' | 'variant' | 'offers'>,
): EntryFault[] {
  const { price, listPrice, options, variant: chosen, offers } = entry
  const faults: EntryFault[] = []
  if (listPrice !== undefined && listPrice <= price)
    faults.push({
      path: ['listPrice'],
      message: `must be above the price ${price}, or left out`,
    })
  for (const { name, values } of options) {
    if (new Set(values).size < values.length)
      faults.push({ path: ['options', name], message: 'names a value twice' })
    if (!values.includes(chosen[name] ?? ''))
      faults.push({ path: ['variant', name], message: `must be one of ${values.join(', ')}` })
  }
  if (new Set(options.map(({ name }) => name)).size < options.length)
    faults.push({ path: ['options'], message: 'names an option twice' })
  const taken = new Set([...Object.keys(chosen), ...options.map(({ name }) => name)])
  for (const [index, { field }] of offers.entries()) {
    if (!field) continue
    if (taken.has(field.name))
      faults.push({
        path: ['offers', index, 'field', 'name'],
        message: `must not be used twice; the piece has "${field.name}" already`,
      })
    taken.add(field.name)
  }
  return faults
}
