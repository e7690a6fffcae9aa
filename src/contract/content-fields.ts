import { z } from 'zod'
import { line as oneLine, slug, text } from './catalog.ts'
import {
  link,
  PRODUCT_LIST_PATTERN,
  richText,
  SITE_PICTURES,
  table,
  toPictureRule,
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

/** A field of a record: what the form shows, and what the API accepts. */
export interface ContentField<Rule extends z.ZodType = z.ZodType> {
  type: ContentFieldType
  label: string
  rule: Rule
  hint?: string
  /** Section of the specification that fixes its first text. */
  fixed?: string
  /** The labels of a choice, by value. */
  options?: Record<string, string>
  /** The field stands beside a choice of one of these values only: with any other one it is neither shown nor kept. */
  when?: readonly [choice: string, ...values: string[]]
  /** The fields of a group, or of each item of a list. */
  fields?: ContentFields
  /** The name of an item of a list, e.g. `slide`; `min` and `max` say how many there may be. */
  item?: string
  min?: number
  max?: number
}

export type ContentFields = Record<string, ContentField>

type RuleOf<Field extends ContentField> = Field extends { when: unknown }
  ? z.ZodOptional<Field['rule']>
  : Field['rule']

type Rules<Fields extends ContentFields> = { [Name in keyof Fields]: RuleOf<Fields[Name]> }

type More = Pick<ContentField, 'hint' | 'fixed'>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that stand beside one of these values of a choice only. */
export const beside = <const Fields extends ContentFields>(
  when: readonly [choice: string, ...values: string[]],
  fields: Fields,
) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, when }])) as {
    [Name in keyof Fields]: Fields[Name] & { when: typeof when }
  }

/** The fields that a body has by its choices. */
export const listShownFields = (fields: ContentFields, body: unknown): [string, ContentField][] =>
  Object.entries(fields).filter(([, { when }]) => {
    const [choice = '', ...values] = when ?? []
    return !when || (isRecord(body) && values.includes(String(body[choice])))
  })

const toStrictObject = (fields: [string, ContentField][]) =>
  z.strictObject(Object.fromEntries(fields.map(([name, { rule }]) => [name, rule])))

/** The rule of each value of the choice that other fields stand beside. */
function toChoiceRule(fields: ContentFields, choice: string): z.ZodType {
  const rules = Object.keys(fields[choice]?.options ?? {}).map((value) => {
    const shown = listShownFields(fields, { [choice]: value })
    const rule = toStrictObject(shown).extend({ [choice]: z.literal(value) })
    return rule as typeof rule & z.core.$ZodTypeDiscriminable
  })
  const [first, ...rest] = rules
  if (!first) throw new Error(`The choice ${choice} has no values.`)
  const known = new Set(Object.keys(fields))
  return z.preprocess(
    (body) => {
      if (!isRecord(body)) return body
      const shown = new Set(listShownFields(fields, body).map(([name]) => name))
      // What is left of another choice is dropped, and so is a box without a tick; what no choice has is an error.
      return Object.fromEntries(
        Object.entries(body).filter(
          ([name, value]) => (shown.has(name) && value !== false) || !known.has(name),
        ),
      )
    },
    z.discriminatedUnion(choice, [first, ...rest]),
  )
}

/** The rule of a record or of an item of a list. */
export function toContentRule<const Fields extends ContentFields>(
  fields: Fields,
): z.ZodObject<Rules<Fields>, z.core.$strict> {
  const [choice] = Object.values(fields).find(({ when }) => when)?.when ?? []
  const rule = choice ? toChoiceRule(fields, choice) : toStrictObject(Object.entries(fields))
  return rule as unknown as z.ZodObject<Rules<Fields>, z.core.$strict>
}

/** The places of the items whose choice of one of the values another one before has made. */
const listRepeated = (items: unknown[], choice: string, values: readonly string[]): number[] => {
  const chosen = items.map((item) => (isRecord(item) ? String(item[choice]) : ''))
  return [...chosen.keys()].filter((index) => {
    const value = chosen[index] ?? ''
    return values.includes(value) && chosen.indexOf(value) < index
  })
}

/** Constructors of fields. */
export const contentField = {
  /** One line of plain text. */
  line: (label: string, max: number, more: More = {}) => ({
    type: 'line' as const,
    label,
    max,
    ...more,
    rule: oneLine(max),
  }),
  /** One line that may be empty. */
  optionalLine: (label: string, max: number, more: More = {}) => ({
    type: 'line' as const,
    label,
    max,
    ...more,
    rule: z.string().overwrite(normalizeLine).max(max),
  }),
  /** The name of a category of products. */
  category: (label: string) => ({ type: 'category' as const, label, rule: text(40) }),
  optionalCategory: (label: string) => ({
    type: 'category' as const,
    label,
    rule: z.string().trim().max(40),
  }),
  /** One line of a shape. */
  shaped: (label: string, max: number, [pattern, message]: [RegExp, string]) => ({
    type: 'line' as const,
    label,
    max,
    rule: z.string().trim().max(max).regex(pattern, message),
  }),
  optionalShaped: (
    label: string,
    max: number,
    [pattern, message]: [RegExp, string],
    more: More = {},
  ) => ({
    type: 'line' as const,
    label,
    max,
    ...more,
    rule: z
      .string()
      .trim()
      .max(max)
      .refine((input) => input === '' || pattern.test(input), message),
  }),
  /** Words or phrases, separated by commas. */
  words: (label: string, min: 1 | 2, more: More = {}) => ({
    type: 'line' as const,
    label,
    ...more,
    rule: words(min),
  }),
  /** Plain text without paragraphs. */
  text: (label: string, max: number, more: More = {}) => ({
    type: 'text' as const,
    label,
    max,
    ...more,
    rule: text(max),
  }),
  optionalText: (label: string, max: number, more: More = {}) => ({
    type: 'text' as const,
    label,
    max,
    ...more,
    rule: z.string().overwrite(normalizeText).max(max),
  }),
  richText: (label: string, more: More = {}) => ({
    type: 'richText' as const,
    label,
    ...more,
    rule: richText,
  }),
  picture: (label: string, place: keyof typeof SITE_PICTURES = 'page') => ({
    type: 'picture' as const,
    label,
    rule: toPictureRule(SITE_PICTURES[place]),
  }),
  /** An upload, or none. */
  optionalPicture: (label: string, more: More = {}) => ({
    type: 'picture' as const,
    label,
    ...more,
    rule: toPictureRule([]).optional(),
  }),
  link: (label: string, more: More = {}) => ({
    type: 'link' as const,
    label,
    ...more,
    rule: link,
  }),
  optionalLink: (label: string, more: More = {}) => ({
    type: 'link' as const,
    label,
    ...more,
    rule: link.or(z.literal('')),
  }),
  /** A list of pieces: that of a category or of a collection. */
  productList: (label: string, more: More = {}) => ({
    type: 'link' as const,
    label,
    ...more,
    rule: z.string().trim().regex(PRODUCT_LIST_PATTERN, 'must be a category or a collection'),
  }),
  choice: <const Options extends Record<string, string>>(
    label: string,
    options: Options,
    more: More = {},
  ) => ({
    type: 'choice' as const,
    label,
    options,
    ...more,
    rule: z.enum(Object.keys(options) as [keyof Options & string]),
  }),
  switch: (label: string, more: More = {}) => ({
    type: 'switch' as const,
    label,
    ...more,
    rule: z.boolean(),
  }),
  /** Beside fields of a choice; absent while it is off. */
  optionalSwitch: (label: string, more: More = {}) => ({
    type: 'switch' as const,
    label,
    ...more,
    rule: z.literal(true).optional(),
  }),
  number: (label: string, [min, max]: [number, number], more: More = {}) => ({
    type: 'number' as const,
    label,
    ...more,
    rule: z.number().min(min).max(max).optional(),
  }),
  whole: (label: string, [min, max]: [number, number], more: More = {}) => ({
    type: 'number' as const,
    label,
    ...more,
    rule: z.int().min(min).max(max),
  }),
  /** A day such as `2026-11-23`. */
  date: (label: string, more: More = {}) => ({
    type: 'date' as const,
    label,
    ...more,
    rule: z.iso.date(),
  }),
  /** Slugs, in the order in which they are shown. */
  products: (label: string, max: number, more: More = {}) => ({
    type: 'products' as const,
    label,
    max,
    ...more,
    rule: z.array(slug).max(max),
  }),
  table: (label: string, more: More = {}) => ({
    type: 'table' as const,
    label,
    ...more,
    rule: table,
  }),
  list: <const Fields extends ContentFields>(
    label: string,
    [item, min, max]: [item: string, min: number, max: number],
    fields: Fields,
    { once, ...more }: More & { once?: [choice: string, values: readonly string[]] } = {},
  ) => ({
    type: 'list' as const,
    label,
    item,
    min,
    max,
    fields,
    ...more,
    rule: z
      .array(toContentRule(fields))
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
  group: <const Fields extends ContentFields>(label: string, fields: Fields, more: More = {}) => ({
    type: 'group' as const,
    label,
    fields,
    ...more,
    rule: toContentRule(fields),
  }),
}

/** The fields of a kind by their paths; those of a group one by one. */
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
