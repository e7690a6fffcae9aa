import { z } from 'zod'
import { offer, offerField, option, type Picture, picture, variant } from '#src/contract/catalog.ts'
import {
  type CatalogEntry,
  catalogEntry,
  ENTRY_FIELD_NAMES,
  type EntryVariant,
  findEntryErrors,
  withOwnSpelling,
} from '#src/contract/entry.ts'
import { toCompareKey } from '#src/contract/normal-text.ts'
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '#src/contract/values.ts'
import { findOtherMeaning, hasOddCommas, parseTypedAmount } from '#src/editing/typed-price.ts'
import { formatRupees } from '#src/rules/money.ts'
import { toTypedSchema } from '../record/typed-schema.ts'
import { toIdentified, toSavedOption } from './option-ids.ts'

const { shape } = catalogEntry

/** The rules of a trait's name and value, and of a detail's. */
export const trait = z.object({ name: variant.unwrap().keyType, value: variant.unwrap().valueType })
export const detail = z.object({
  name: shape.technicalDetails.keyType,
  value: shape.technicalDetails.valueType,
})

const isBlank = (row: unknown): boolean =>
  Object.values(row ?? {}).every((text) => typeof text !== 'string' || text.trim() === '')

/** Rows of a list. A blank one has no value, so that the others keep their places. */
const rows = <Row extends z.ZodType>(row: Row) =>
  z.array(
    z.preprocess(
      (value) => (isBlank(value) ? undefined : value),
      row.optional(),
    ) as unknown as z.ZodType<z.output<Row> | undefined, z.input<Row>>,
  )

const isFilled = <Row>(row: Row | undefined): row is Row => row !== undefined

export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const choices = z
  .string()
  .transform(splitLines)
  .refine((lines) => option.shape.values.safeParse(lines).success, {
    error: ({ input }) =>
      (input as string[]).length === 0
        ? 'Add at least one choice.'
        : 'At most 40 choices of 80 characters each.',
  })

const OPTIONAL_FIELDS = ENTRY_FIELD_NAMES.filter(
  (field) => field !== 'variant' && shape[field].safeParse(undefined).success,
)

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && isBlank(value))

/** An optional field that is empty in the form is absent in the entry. */
const optionalRules: object = Object.fromEntries(
  OPTIONAL_FIELDS.map((field) => [
    field,
    z.preprocess((input) => (isEmpty(input) ? undefined : input), shape[field]),
  ]),
)

const variantRow = shape.variants.unwrap().element
const OPTIONAL_PARTS = ['sku', 'barcode', 'price', 'listPrice', 'picture'] as const

const optionalParts: object = Object.fromEntries(
  OPTIONAL_PARTS.map((part) => [
    part,
    z.preprocess((input) => (isEmpty(input) ? undefined : input), variantRow.shape[part]),
  ]),
)

/** Values of empty fields, by the kind of field. */
const EMPTY_VALUES = [undefined, '', [], {}]

/** Whether a product needs the field: its schema accepts no empty value. */
export const isRequired = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined && EMPTY_VALUES.every((value) => !schema.safeParse(value).success)

const AT_LEAST_ONE = 'Add at least one.'

/**
 * Fields of the form, by the rules of the contract: an entry whose records and lists of texts are rows.
 * The choices of an option are lines, and its default one is part of it; `variant` has the fixed traits.
 */
export const formFields = z.object({
  ...shape,
  ...optionalRules,
  slug: z
    .string()
    .trim()
    .min(1)
    .max(MAX_SLUG_LENGTH)
    .regex(SLUG_PATTERN, 'Only lower-case letters and digits, joined by single hyphens.'),
  options: rows(
    z.object({
      name: option.shape.name,
      values: choices,
      initial: z.string().trim(),
      /** Absent for an option that is new in the form. */
      saved: z
        .object({
          option: shape.options.element,
          /** Ids of the values by their names, also of those that are renamed in the form. */
          ids: z.record(z.string(), z.string()),
        })
        .optional(),
    }),
  ),
  variant: rows(trait),
  variants: z.array(variantRow.extend({ ...optionalParts })),
  highlights: rows(z.object({ text: shape.highlights.element })).refine(
    (all) => all.some(isFilled),
    AT_LEAST_ONE,
  ),
  description: rows(shape.description.element).refine(
    (all) => all.some((row) => isFilled(row) && row.content !== ''),
    'Write at least one section.',
  ),
  technicalDetails: rows(detail),
  offers: z.array(
    offer.extend({
      field: z
        .custom<{ name: string; letters: string; maxLength: number }>()
        .transform((field) => (field.name === '' ? undefined : field))
        .pipe(offerField.optional()),
    }),
  ),
  related: z.array(z.object({ slug: shape.related.element })),
  /** `picture` is what the file looks like. `worn` is absent in the entry where its box is not ticked. */
  pictures: z.array(
    shape.pictures.element.extend({ picture: picture.optional(), worn: z.boolean() }),
  ),
})

/** Values of the form's fields. An unfinished number is a text. */
export type FormValues = z.input<typeof formFields>
type ParsedValues = z.output<typeof formFields>

export function toEntry({
  options,
  variant: traits,
  technicalDetails,
  variants,
  ...values
}: ParsedValues): CatalogEntry {
  const filled = options.filter(isFilled)
  return withOwnSpelling({
    ...values,
    ...(variants.length > 0 ? { variants } : {}),
    options: toIdentified(filled),
    variant: Object.fromEntries([
      ...filled.map(({ name, values: lines, initial }) => [name, initial || (lines[0] ?? '')]),
      ...traits.filter(isFilled).map(({ name, value }) => [name, value]),
    ]),
    highlights: values.highlights.filter(isFilled).map(({ text }) => text),
    description: values.description.filter(isFilled),
    technicalDetails: Object.fromEntries(
      technicalDetails.filter(isFilled).map(({ name, value }) => [name, value]),
    ),
    related: values.related.map(({ slug }) => slug),
    pictures: values.pictures.map(({ picture: _, worn, ...saved }) => ({
      ...saved,
      ...(worn && { worn }),
    })),
  })
}

const NO_WARRANTY = { duration: '', type: '' }
const NO_OFFER_FIELD = { name: '', letters: 'text', maxLength: 20 }
export const EMPTY_OFFER = { icon: 'gift', title: '', detail: '', field: NO_OFFER_FIELD } as const

const toRows = (record: Record<string, string>) =>
  Object.entries(record).map(([name, value]) => ({ name, value }))

const NO_PARTS = Object.fromEntries(OPTIONAL_PARTS.map((part) => [part, '']))

const toVariantValues = (row: EntryVariant) => ({ ...NO_PARTS, ...row })

/** A picture that is new in the form. */
export const EMPTY_PICTURE = { alt: '', focus: undefined, zoom: undefined, worn: false }

/** @param pictures those of the entry, in its order. */
export function toFormValues(entry: CatalogEntry, pictures: Picture[]): FormValues {
  const optionNames = new Set(entry.options.map(({ name }) => name))
  return {
    ...entry,
    ...Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, entry[field] ?? ''])),
    warranty: entry.warranty ?? NO_WARRANTY,
    options: entry.options.map((option) => ({
      name: option.name,
      values: option.values.join('\n'),
      initial: entry.variant[option.name] ?? '',
      saved: toSavedOption(option),
    })),
    variants: (entry.variants ?? []).map(toVariantValues),
    variant: toRows(entry.variant).filter(({ name }) => !optionNames.has(name)),
    highlights: entry.highlights.map((text) => ({ text })),
    technicalDetails: toRows(entry.technicalDetails),
    offers: entry.offers.map((row) => ({ ...row, field: row.field ?? NO_OFFER_FIELD })),
    related: entry.related.map((slug) => ({ slug })),
    pictures: entry.pictures.map((saved, index) => ({
      ...saved,
      worn: saved.worn ?? false,
      picture: pictures[index],
    })),
  }
}

/** A new product: the lists that need an element have an empty one. */
export const createEmptyValues = (now: Date): FormValues => ({
  ...(Object.fromEntries(ENTRY_FIELD_NAMES.map((field) => [field, ''])) as unknown as FormValues),
  countryOfOrigin: 'India',
  publishedAt: now.toISOString(),
  options: [],
  variant: [],
  variants: [],
  highlights: [{ text: '' }],
  description: [{ title: 'Description', content: '' }],
  technicalDetails: [],
  offers: [],
  warranty: NO_WARRANTY,
  related: [],
  pictures: [],
})

const typedValues = toTypedSchema(formFields) as z.ZodType<FormValues>

/**
 * Reads the values of a draft; undefined if it is of an earlier form with other fields, parts or types.
 * Older drafts have no variants.
 */
export const readFormValues = (kept: unknown): FormValues | undefined =>
  typedValues.safeParse({ variants: [], ...(kept as object | undefined) }).data

const typedEntry = toTypedSchema(catalogEntry) as z.ZodType<CatalogEntry>

/** The entry that a draft was made from; undefined for other parts or types. */
export const readEntry = (kept: unknown): CatalogEntry | undefined =>
  typedEntry.safeParse(kept).data

type Named = readonly ({ name: string } | undefined)[]

/** Adds errors that concern several fields. Equal names would become one name in the entry. */
function addErrors(values: ParsedValues, context: z.RefinementCtx): void {
  const addError = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path, message })
  for (const { path, message } of findEntryErrors(toEntry(values))) {
    const [field, key] = path
    const index = values.options.findIndex((row) => row?.name === key)
    const part = field === 'variant' ? 'initial' : 'values'
    const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
    addError(index < 0 ? path : ['options', index, part], sentence)
  }
  const lists: [field: string, rows: Named][][] = [
    [
      ['options', values.options],
      ['variant', values.variant],
    ],
    [['technicalDetails', values.technicalDetails]],
  ]
  for (const list of lists) {
    const seen = new Set<string>()
    for (const [field, named] of list)
      for (const [index, row] of named.entries()) {
        const name = row && toCompareKey(row.name)
        if (name === undefined) continue
        if (seen.has(name)) addError([field, index, 'name'], 'This name stands twice.')
        seen.add(name)
      }
  }
}

const { pictures } = formFields.shape
const altSchema = pictures.element.shape.alt.min(
  1,
  'Say what the picture shows, for people who cannot see it.',
)

/** Checks the form and makes the entry that it describes. */
export const entryForm = formFields
  .extend({ pictures: z.array(pictures.element.extend({ alt: altSchema })) })
  .superRefine(addErrors)
  .transform(toEntry)

/** Returns an error as a sentence beside the field. */
export function toErrorMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string') return 'Fill this in.'
      return issue.origin === 'array' ? AT_LEAST_ONE : `At least ${issue.minimum}.`
    case 'too_big':
      return `At most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}.`
    case 'invalid_type':
      if (typeof issue.input === 'string' && hasOddCommas(issue.input))
        return `Its commas are odd. Is it ${formatRupees(parseTypedAmount(issue.input))}?`
      if (!['number', 'int'].includes(issue.expected)) return 'Fill this in.'
      return `${findOtherMeaning(String(issue.input)) ?? 'Enter a number'}.`
    case 'not_multiple_of':
      return 'At most two decimals.'
    case 'invalid_format':
      return issue.format === 'date' ? 'Choose a day.' : 'Choose a date and a time.'
    case 'invalid_value':
      return 'Choose one.'
    default:
      return 'This is not valid.'
  }
}
