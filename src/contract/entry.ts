import { z } from 'zod'
import {
  focus,
  line,
  name,
  offer,
  option,
  rupees,
  section,
  slug,
  text,
  variant,
  warranty,
  zoom,
} from './catalog.ts'
import { findAlike, hasAlike, normalizeText, toCompareKey } from './normal-text.ts'
import { HSN_MESSAGE, HSN_PATTERN, MAX_VARIANTS } from './values.ts'

/** Groups of the form, in order. */
export const ENTRY_GROUPS = [
  'basics',
  'price',
  'pictures',
  'options',
  'variants',
  'highlights',
  'sections',
  'details',
  'offers',
  'warranty',
  'related',
  'search',
  'more',
] as const
export type EntryGroup = (typeof ENTRY_GROUPS)[number]

/**
 * Decides how form, CSV cells (csv-cells.ts) and history show a field. `lines` are texts, `pairs`
 * are names with values, `rows` are objects, and `parts` is an object with a column for each text.
 */
type EntryFieldType = 'text' | 'rupees' | 'integer' | 'time' | 'lines' | 'pairs' | 'rows' | 'parts'

export interface EntryFieldSpec<Schema extends z.ZodType = z.ZodType> {
  label: string
  group: EntryGroup
  type: EntryFieldType
  /** Position of its CSV column, and order of validation by the API. */
  column: number
  /** Schema of the value. A field is optional if its schema is. */
  schema: Schema
  /** Label in the form, instead of `label`. */
  formLabel?: string
  hint?: string
  /** Width in the form; full width by default. */
  width?: 'half' | 'third'
}

const field = <Schema extends z.ZodType>(
  label: string,
  [group, type]: [EntryGroup, EntryFieldType],
  column: number,
  schema: Schema,
  more: Pick<EntryFieldSpec, 'formLabel' | 'hint' | 'width'> = {},
): EntryFieldSpec<Schema> => ({ label, group, type, column, schema, ...more })

/** `file` is a file name of the seed or the hash of an upload. */
const entryPicture = z.strictObject({
  file: text(200),
  alt: z.string().overwrite(normalizeText).max(300),
  focus: focus.optional(),
  /** On cards; absent for the size of the category. */
  zoom: zoom.optional(),
  /** Whether it shows the product on a person. */
  worn: z.boolean().optional(),
})
export type EntryPicture = z.output<typeof entryPicture>

export const MAX_STOCK = 100_000
const stock = z.int().min(0).max(MAX_STOCK)

/**
 * A variant with its own data. Without a price it has the product's price. Its list price belongs to its own price.
 */
export const entryVariant = z.strictObject({
  /** One value for each option. */
  choice: z.record(name(40), name(80)),
  sku: name(60).optional(),
  /** GTIN. */
  barcode: name(20).optional(),
  price: rupees.optional(),
  listPrice: rupees.optional(),
  stock,
  /** File of one of the product's pictures. */
  picture: text(200).optional(),
})
export type EntryVariant = z.output<typeof entryVariant>

const valueId = z.string().min(1).max(100)

/** An option with ids from its editor. A value with the id of another name is a rename of that value. */
const entryOption = option
  .extend({
    id: valueId.optional(),
    /** Ids of values by name. A value without an id is matched by name, or is new. */
    ids: z.record(z.string(), valueId).optional(),
    /** Written by the shop. */
    retired: z.record(valueId, z.string()).optional(),
  })
  .refine(
    ({ values, ids = {} }) => {
      const givenIds = values.flatMap((value) => (Object.hasOwn(ids, value) ? ids[value] : []))
      return new Set(givenIds).size === givenIds.length
    },
    { error: 'must not have one id for two values', path: ['ids'] },
  )

const taglineHint = 'The line under the title on a card.'

/**
 * All fields of an entry, in the order of the form. Schema, form, CSV file and history are derived
 * from them (docs/how-to.md#a-new-product-field).
 */
export const ENTRY_FIELDS = {
  title: field('Title', ['basics', 'text'], 2, line(200)),
  slug: field('Address', ['basics', 'text'], 1, slug),
  subtitle: field('Subtitle', ['basics', 'text'], 3, line(200)),
  tagline: field('Tagline', ['basics', 'text'], 5, line(120).optional(), {
    hint: taglineHint,
  }),
  category: field('Category', ['basics', 'text'], 4, name(40), { width: 'half' }),
  countryOfOrigin: field('Country of origin', ['basics', 'text'], 16, name(60), { width: 'half' }),
  /** Without it, the tax invoice has the code of the category. */
  hsn: field(
    'HSN code',
    ['basics', 'text'],
    23,
    z.string().trim().regex(HSN_PATTERN, HSN_MESSAGE).optional(),
    {
      width: 'half',
      hint: '4, 6 or 8 digits, e.g. 9102 for watches. Without one, that of the category is on the tax invoice. Once the shop has a GSTIN, no order leaves without either.',
    },
  ),
  /** Selling price; with variants, the price of variants without their own. */
  price: field('Price', ['price', 'rupees'], 6, rupees, {
    formLabel: 'Price in ₹',
    width: 'third',
  }),
  /** List price of a discounted product; always above `price`. */
  listPrice: field('List price', ['price', 'rupees'], 7, rupees.optional(), {
    formLabel: 'List price in ₹',
    width: 'third',
  }),
  /** With variants, their sum. */
  stock: field('Stock', ['price', 'integer'], 8, stock, { width: 'third' }),
  /** In display order. */
  pictures: field('Pictures', ['pictures', 'rows'], 19, z.array(entryPicture).max(20)),
  /** Options for shoppers, e.g. sizes; may be empty. */
  options: field('Options', ['options', 'rows'], 9, z.array(entryOption).max(4)),
  /** Default variant: one value of each option, and fixed traits such as the colour. */
  variant: field('Default choice and traits', ['options', 'pairs'], 10, variant),
  /** Variants with their own stock. A missing combination is not offered. */
  variants: field(
    'Variants',
    ['variants', 'rows'],
    22,
    z.array(entryVariant).min(1).max(MAX_VARIANTS).optional(),
  ),
  highlights: field('Highlights', ['highlights', 'lines'], 11, z.array(text(200)).min(1).max(12)),
  description: field(
    'Sections',
    ['sections', 'rows'],
    12,
    z
      .array(section)
      .min(1)
      .max(12)
      .refine(
        (all) => all.some(({ content }) => content !== ''),
        'must have a section with a text',
      ),
  ),
  technicalDetails: field(
    'Technical details',
    ['details', 'pairs'],
    13,
    z.record(name(60), text(300)),
  ),
  offers: field('Offers', ['offers', 'rows'], 15, z.array(offer).max(6)),
  warranty: field('Warranty', ['warranty', 'parts'], 14, warranty.optional()),
  /** Slugs of related products, best first. */
  related: field(
    'Related products',
    ['related', 'lines'],
    18,
    z
      .array(slug)
      .max(12)
      .overwrite((all) => [...new Set(all)]),
  ),
  /** Title and description for search engines and link previews. */
  seoTitle: field('Title in search results', ['search', 'text'], 20, line(70).optional()),
  seoDescription: field(
    'Description in search results',
    ['search', 'text'],
    21,
    line(160).optional(),
  ),
  publishedAt: field('On sale since', ['more', 'time'], 17, z.iso.datetime(), {
    formLabel: 'On sale since (IST)',
    width: 'third',
  }),
}

export type EntryField = keyof typeof ENTRY_FIELDS

/** In the order of the form. */
export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_FIELDS) as EntryField[]

type EntrySchemas = { [Name in EntryField]: (typeof ENTRY_FIELDS)[Name]['schema'] }

/** A product as editors and the seed write it. The server derives all other fields. */
export const catalogEntry = z.strictObject(
  Object.fromEntries(
    ENTRY_FIELD_NAMES.toSorted((a, b) => ENTRY_FIELDS[a].column - ENTRY_FIELDS[b].column).map(
      (name) => [name, ENTRY_FIELDS[name].schema],
    ),
  ) as EntrySchemas,
)
export type CatalogEntry = z.output<typeof catalogEntry>

/** Spells names and values of a choice as the options do. Unknown ones stay unchanged. */
const toOwnSpelling = (
  choice: Record<string, string>,
  options: CatalogEntry['options'],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(choice).map(([name, value]) => {
      const names = options.map((option) => option.name)
      const own = findAlike(name, names)
      const values = options.find((option) => option.name === own)?.values ?? []
      return [own ?? name, findAlike(value, values) ?? value]
    }),
  )

/** Spells the choices of an entry as its options do, e.g. in the same case. */
export const withOwnSpelling = <
  Entry extends Pick<CatalogEntry, 'options' | 'variant' | 'variants'>,
>(
  entry: Entry,
): Entry => ({
  ...entry,
  variant: toOwnSpelling(entry.variant, entry.options),
  ...(entry.variants && {
    variants: entry.variants.map((row) => ({
      ...row,
      choice: toOwnSpelling(row.choice, entry.options),
    })),
  }),
})

/** Labels of parts of a variant that are not fields of a product. */
const VARIANT_LABELS: Partial<Record<PropertyKey, string>> = {
  choice: 'Choice',
  sku: 'SKU',
  barcode: 'Barcode',
  picture: 'Picture of the variant',
}

/** Names a path of an entry in a sentence, e.g. `Offers 2 icon`. List items count from 1. */
export function toEntryName(path: readonly PropertyKey[]): string {
  const isVariant = path[0] === 'variants' && path.length > 2
  const [first = '', ...rest] = isVariant ? path.slice(2) : path
  const field: EntryFieldSpec | undefined = ENTRY_FIELDS[first as EntryField]
  const label = (isVariant && VARIANT_LABELS[first]) || field?.label || String(first)
  return [label, ...rest.map((part) => (typeof part === 'number' ? part + 1 : String(part)))].join(
    ' ',
  )
}

export interface EntryError {
  path: (string | number)[]
  message: string
}

/** Formats an amount, e.g. `₹1,40,000`. */
const toRupeeText = (rupees: number): string => `₹${rupees.toLocaleString('en-IN')}`

/** Finds errors of an entry that its schema cannot express. */
export function findEntryErrors(
  entry: Pick<
    CatalogEntry,
    'price' | 'listPrice' | 'options' | 'variant' | 'technicalDetails' | 'offers' | 'pictures'
  > & {
    variants?: EntryVariant[] | undefined
  },
): EntryError[] {
  const { price, listPrice, options, variant: chosen, technicalDetails, offers } = entry
  const errors: EntryError[] = []
  if (listPrice !== undefined && listPrice <= price)
    errors.push({
      path: ['listPrice'],
      message: `must be above the price ${toRupeeText(price)}, or left out`,
    })
  for (const { name, values } of options) {
    if (hasAlike(values)) errors.push({ path: ['options', name], message: 'names a value twice' })
    if (!values.includes(chosen[name] ?? ''))
      errors.push({ path: ['variant', name], message: `must be one of ${values.join(', ')}` })
  }
  if (hasAlike(options.map(({ name }) => name)))
    errors.push({ path: ['options'], message: 'names an option twice' })
  const choices = options.reduce((product, { values }) => product * values.length, 1)
  if (!entry.variants && choices > MAX_VARIANTS)
    errors.push({
      path: ['options'],
      message: `make ${choices} choices; a product may have ${MAX_VARIANTS}`,
    })
  for (const [field, named] of Object.entries({ variant: chosen, technicalDetails }))
    if (hasAlike(Object.keys(named))) errors.push({ path: [field], message: 'has a name twice' })
  const usedNames = new Set([...Object.keys(chosen), ...options.map(({ name }) => name)])
  for (const [index, { field }] of offers.entries()) {
    if (!field) continue
    if (usedNames.has(field.name))
      errors.push({
        path: ['offers', index, 'field', 'name'],
        message: `must not be used twice; the piece has "${field.name}" already`,
      })
    usedNames.add(field.name)
  }
  return [...errors, ...findVariantErrors(entry)]
}

/** Returns a key that is equal for equal choices, regardless of the order of names. */
export const toChoiceKey = (choice: Record<string, string>): string =>
  JSON.stringify(
    Object.entries(choice)
      .map((pair) => pair.map(toCompareKey))
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )

/** Returns a code in the form that is unique in the shop: GTINs of 8 to 14 digits are padded with zeros. */
export const toCodeKey = (kind: 'sku' | 'barcode', code: string): string =>
  kind === 'sku' ? toCompareKey(code) : toCompareKey(code).padStart(14, '0')

/** Verifies the check digit of a GTIN (GS1 General Specifications, 7.9). */
export const isGtin = (code: string): boolean =>
  /^(?:\d{8}|\d{12,14})$/.test(code) &&
  [...code].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0) %
    10 ===
    0

function findVariantErrors({
  price,
  options,
  pictures,
  variants = [],
}: Parameters<typeof findEntryErrors>[0]): EntryError[] {
  const errors: EntryError[] = []
  const expected =
    options.map(({ name, values }) => `${name} (${values.join(', ')})`).join(' and ') || 'nothing'
  const files = new Set(pictures.map(({ file }) => file))
  const seen = { choice: new Set(), sku: new Set(), barcode: new Set() }
  for (const [index, row] of variants.entries()) {
    const addError = (name: keyof EntryVariant, message: string) =>
      errors.push({ path: ['variants', index, name], message })
    const isComplete =
      Object.keys(row.choice).length === options.length &&
      options.every(({ name, values }) => values.includes(row.choice[name] ?? ''))
    if (!isComplete) addError('choice', `must name one value of each option: ${expected}`)
    for (const [name, value] of [
      ['choice', toChoiceKey(row.choice)],
      ['sku', row.sku && toCodeKey('sku', row.sku)],
      ['barcode', row.barcode && toCodeKey('barcode', row.barcode)],
    ] as const) {
      if (value !== undefined && seen[name].has(value))
        addError(name, 'must not be that of another variant')
      seen[name].add(value)
    }
    if (row.barcode !== undefined && !isGtin(row.barcode))
      addError(
        'barcode',
        'must be a GTIN of 8, 12, 13 or 14 digits, the last of which checks the others',
      )
    if (row.listPrice !== undefined && row.listPrice <= (row.price ?? price))
      addError(
        'listPrice',
        `must be above the price ${toRupeeText(row.price ?? price)}, or left out`,
      )
    if (row.picture !== undefined && !files.has(row.picture))
      addError('picture', 'must be one of the pictures of the product')
  }
  if (variants.reduce((sum, row) => sum + row.stock, 0) > MAX_STOCK)
    errors.push({
      path: ['variants'],
      message: `must have a stock of ${MAX_STOCK} at most together`,
    })
  return errors
}
