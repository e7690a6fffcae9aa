import { z } from 'zod'
import { line as oneLine, slug, text } from './catalog.ts'
import {
  link,
  PRODUCT_LIST_PATTERN,
  richText,
  SITE_PICTURES,
  table,
  toPictureSchema,
  words,
} from './content-values.ts'
import { normalizeLine, normalizeText } from './normal-text.ts'

export type ContentFieldType =
  | 'line'
  | 'category'
  | 'text'
  | 'richText'
  | 'picture'
  | 'link'
  | 'choice'
  | 'switch'
  | 'number'
  | 'date'
  | 'products'
  | 'table'
  | 'list'
  | 'group'

/** A field of a record, for the form and for validation by the API. */
export interface ContentField<Schema extends z.ZodType = z.ZodType> {
  type: ContentFieldType
  label: string
  schema: Schema
  hint?: string
  /** Section of the specification that prescribes its default text. */
  fixed?: string
  /** Labels of a choice, by value. */
  options?: Record<string, string>
  /** The field exists only if a choice has one of these values. Otherwise it is neither shown nor stored. */
  when?: readonly [choice: string, ...values: string[]]
  /** Fields of a group, or of each item of a list. */
  fields?: ContentFields
  /** Name of a list item, e.g. `slide`. `min` and `max` limit the number of items. */
  item?: string
  min?: number
  max?: number
}

export type ContentFields = Record<string, ContentField>

type SchemaOf<Field extends ContentField> = Field extends { when: unknown }
  ? z.ZodOptional<Field['schema']>
  : Field['schema']

type Schemas<Fields extends ContentFields> = { [Name in keyof Fields]: SchemaOf<Fields[Name]> }

type FieldOptions = Pick<ContentField, 'hint' | 'fixed'>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Marks fields that exist only for some values of a choice. */
export const dependingOn = <const Fields extends ContentFields>(
  when: readonly [choice: string, ...values: string[]],
  fields: Fields,
) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, when }])) as {
    [Name in keyof Fields]: Fields[Name] & { when: typeof when }
  }

/** Lists the fields that exist for the choices of a body. */
export const listShownFields = (fields: ContentFields, body: unknown): [string, ContentField][] =>
  Object.entries(fields).filter(([, { when }]) => {
    const [choice = '', ...values] = when ?? []
    return !when || (isRecord(body) && values.includes(String(body[choice])))
  })

const toStrictObject = (fields: [string, ContentField][]) =>
  z.strictObject(Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])))

/** Builds the schema for each value of the choice on which other fields depend. */
function toChoiceSchema(fields: ContentFields, choice: string): z.ZodType {
  const rules = Object.keys(fields[choice]?.options ?? {}).map((value) => {
    const shown = listShownFields(fields, { [choice]: value })
    const schema = toStrictObject(shown).extend({ [choice]: z.literal(value) })
    return schema as typeof schema & z.core.$ZodTypeDiscriminable
  })
  const [first, ...rest] = rules
  if (!first) throw new Error(`The choice ${choice} has no values.`)
  const fieldNames = new Set(Object.keys(fields))
  return z.preprocess(
    (body) => {
      if (!isRecord(body)) return body
      const shown = new Set(listShownFields(fields, body).map(([name]) => name))
      // Drops fields of other choices and unticked boxes. An unknown field is an error.
      return Object.fromEntries(
        Object.entries(body).filter(
          ([name, value]) => (shown.has(name) && value !== false) || !fieldNames.has(name),
        ),
      )
    },
    z.discriminatedUnion(choice, [first, ...rest]),
  )
}

/** Builds the schema of a record or of a list item. */
export function toContentSchema<const Fields extends ContentFields>(
  fields: Fields,
): z.ZodObject<Schemas<Fields>, z.core.$strict> {
  const [choice] = Object.values(fields).find(({ when }) => when)?.when ?? []
  const schema = choice ? toChoiceSchema(fields, choice) : toStrictObject(Object.entries(fields))
  return schema as unknown as z.ZodObject<Schemas<Fields>, z.core.$strict>
}

/** Returns the indexes of items that repeat a choice of an earlier item, for the given values. */
const listRepeated = (items: unknown[], choice: string, values: readonly string[]): number[] => {
  const chosen = items.map((item) => (isRecord(item) ? String(item[choice]) : ''))
  return [...chosen.keys()].filter((index) => {
    const value = chosen[index] ?? ''
    return values.includes(value) && chosen.indexOf(value) < index
  })
}

export const contentField = {
  /** One line of plain text. */
  line: (label: string, max: number, more: FieldOptions = {}) => ({
    type: 'line' as const,
    label,
    max,
    ...more,
    schema: oneLine(max),
  }),
  /** One line that may be empty. */
  optionalLine: (label: string, max: number, more: FieldOptions = {}) => ({
    type: 'line' as const,
    label,
    max,
    ...more,
    schema: z.string().overwrite(normalizeLine).max(max),
  }),
  /** Name of a product category. */
  category: (label: string) => ({ type: 'category' as const, label, schema: text(40) }),
  optionalCategory: (label: string) => ({
    type: 'category' as const,
    label,
    schema: z.string().trim().max(40),
  }),
  /** One line that matches a pattern. */
  shaped: (label: string, max: number, [pattern, message]: [RegExp, string]) => ({
    type: 'line' as const,
    label,
    max,
    schema: z.string().trim().max(max).regex(pattern, message),
  }),
  optionalShaped: (
    label: string,
    max: number,
    [pattern, message]: [RegExp, string],
    more: FieldOptions = {},
  ) => ({
    type: 'line' as const,
    label,
    max,
    ...more,
    schema: z
      .string()
      .trim()
      .max(max)
      .refine((input) => input === '' || pattern.test(input), message),
  }),
  /** Words or phrases, separated by commas. */
  words: (label: string, min: 1 | 2, more: FieldOptions = {}) => ({
    type: 'line' as const,
    label,
    ...more,
    schema: words(min),
  }),
  /** Plain text without paragraphs. */
  text: (label: string, max: number, more: FieldOptions = {}) => ({
    type: 'text' as const,
    label,
    max,
    ...more,
    schema: text(max),
  }),
  optionalText: (label: string, max: number, more: FieldOptions = {}) => ({
    type: 'text' as const,
    label,
    max,
    ...more,
    schema: z.string().overwrite(normalizeText).max(max),
  }),
  richText: (label: string, more: FieldOptions = {}) => ({
    type: 'richText' as const,
    label,
    ...more,
    schema: richText,
  }),
  picture: (label: string, place: keyof typeof SITE_PICTURES = 'page') => ({
    type: 'picture' as const,
    label,
    schema: toPictureSchema(SITE_PICTURES[place]),
  }),
  /** An upload, or none. */
  optionalPicture: (label: string, more: FieldOptions = {}) => ({
    type: 'picture' as const,
    label,
    ...more,
    schema: toPictureSchema([]).optional(),
  }),
  link: (label: string, more: FieldOptions = {}) => ({
    type: 'link' as const,
    label,
    ...more,
    schema: link,
  }),
  optionalLink: (label: string, more: FieldOptions = {}) => ({
    type: 'link' as const,
    label,
    ...more,
    schema: link.or(z.literal('')),
  }),
  /** Path of a category or a collection. */
  productList: (label: string, more: FieldOptions = {}) => ({
    type: 'link' as const,
    label,
    ...more,
    schema: z.string().trim().regex(PRODUCT_LIST_PATTERN, 'must be a category or a collection'),
  }),
  choice: <const Options extends Record<string, string>>(
    label: string,
    options: Options,
    more: FieldOptions = {},
  ) => ({
    type: 'choice' as const,
    label,
    options,
    ...more,
    schema: z.enum(Object.keys(options) as [keyof Options & string]),
  }),
  switch: (label: string, more: FieldOptions = {}) => ({
    type: 'switch' as const,
    label,
    ...more,
    schema: z.boolean(),
  }),
  /** For a field that depends on a choice; absent while it is off. */
  optionalSwitch: (label: string, more: FieldOptions = {}) => ({
    type: 'switch' as const,
    label,
    ...more,
    schema: z.literal(true).optional(),
  }),
  number: (label: string, [min, max]: [number, number], more: FieldOptions = {}) => ({
    type: 'number' as const,
    label,
    ...more,
    schema: z.number().min(min).max(max).optional(),
  }),
  whole: (label: string, [min, max]: [number, number], more: FieldOptions = {}) => ({
    type: 'number' as const,
    label,
    ...more,
    schema: z.int().min(min).max(max),
  }),
  /** A day, e.g. `2026-11-23`. */
  date: (label: string, more: FieldOptions = {}) => ({
    type: 'date' as const,
    label,
    ...more,
    schema: z.iso.date(),
  }),
  /** Slugs, in display order. */
  products: (label: string, max: number, more: FieldOptions = {}) => ({
    type: 'products' as const,
    label,
    max,
    ...more,
    schema: z.array(slug).max(max),
  }),
  table: (label: string, more: FieldOptions = {}) => ({
    type: 'table' as const,
    label,
    ...more,
    schema: table,
  }),
  list: <const Fields extends ContentFields>(
    label: string,
    [item, min, max]: [item: string, min: number, max: number],
    fields: Fields,
    { once, ...more }: FieldOptions & { once?: [choice: string, values: readonly string[]] } = {},
  ) => ({
    type: 'list' as const,
    label,
    item,
    min,
    max,
    fields,
    ...more,
    schema: z
      .array(toContentSchema(fields))
      .min(min)
      .max(max)
      .superRefine((items, context) => {
        for (const index of once ? listRepeated(items, ...once) : [])
          context.addIssue({
            code: 'custom',
            path: [index, once?.[0] ?? ''],
            message: `must not be there twice: it is in the list already`,
          })
      }),
  }),
  group: <const Fields extends ContentFields>(
    label: string,
    fields: Fields,
    more: FieldOptions = {},
  ) => ({
    type: 'group' as const,
    label,
    fields,
    ...more,
    schema: toContentSchema(fields),
  }),
}

/** Lists the fields of a kind by path. Fields of a group are listed separately. */
export function listFieldPaths(
  fields: ContentFields,
  path = '',
  labels = '',
): [string, ContentField][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const label = `${labels}${field.label}`
    return field.type === 'group'
      ? listFieldPaths(field.fields ?? {}, `${path}${name}.`, `${label}, `)
      : [[path + name, { ...field, label }]]
  })
}
