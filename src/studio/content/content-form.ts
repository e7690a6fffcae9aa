import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, get, type Resolver } from 'react-hook-form'
import { z } from 'zod'
import type { Picture } from '#src/contract/catalog.ts'
import { CONTENT_SCHEMAS, type ContentKind, getOwnTokens } from '#src/contract/content.ts'
import type { ContentRecord } from '#src/contract/content-api.ts'
import {
  type ContentField,
  type ContentFields,
  listFieldPaths,
  listShownFields,
} from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { ContentPicture, RichText, Span } from '#src/contract/content-values.ts'
import { findUnknownTokens } from '#src/editing/content-tokens.ts'
import { formatShortDay } from '#src/rules/dates.ts'
import { toErrorMessage } from '../product/form-schema.ts'
import type { ErrorPlace } from '../record/ErrorSummary.tsx'
import { getError } from '../record/fields.tsx'
import type { RecordFields } from '../record/record-fields.ts'
import { toTypedSchema } from '../record/typed-schema.ts'

export type Body = ContentRecord['body']

/** Values of the form: the body as it is saved, and the previews of its uploaded pictures. */
export interface ContentValues {
  body: Body
  pictures: Record<string, Picture>
}

export const getFields = (kind: ContentKind): ContentFields => CONTENT_KINDS[kind].fields

const MISSING_PICTURE: ContentPicture = { file: '', alt: '' }

function createEmptyValue({ type, schema, options, fields = {}, min = 0 }: ContentField): unknown {
  switch (type) {
    case 'switch':
      return false
    case 'number':
      return undefined
    case 'choice':
      return Object.keys(options ?? {})[0]
    case 'picture':
      return schema.safeParse(undefined).success ? undefined : MISSING_PICTURE
    case 'richText':
    case 'products':
    case 'table':
      return []
    case 'list':
      return Array.from({ length: min }, () => createEmptyBody(fields))
    case 'group':
      return createEmptyBody(fields)
    default:
      return ''
  }
}

/** A new record, or a new item of a list. */
export const createEmptyBody = (fields: ContentFields): Body =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, createEmptyValue(field)]))

/** A body with every field, in the order of the form; what is optional and missing is undefined. */
export const toFormBody = (fields: ContentFields, body: Body): Body =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { type, fields: parts = {} } = field
      // A field that another choice would show begins empty, and so does a switch that is off.
      const isEmpty = field.when !== undefined || type === 'switch'
      const value = body[name] ?? (isEmpty ? createEmptyValue(field) : undefined)
      if (type === 'group') return [name, toFormBody(parts, (value ?? {}) as Body)]
      if (type !== 'list') return [name, value]
      return [name, ((value ?? []) as Body[]).map((item) => toFormBody(parts, item))]
    }),
  )

/** The rule of a body while it is typed, also of the fields that another choice would show. */
export const toTypedBody = (fields: ContentFields): z.ZodType<Body> =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const schema = toTypedField(field)
        return [name, field.when ? schema.optional() : schema]
      }),
    ),
  )

function toTypedField({ type, schema, fields = {} }: ContentField): z.ZodType {
  if (type === 'switch') return z.boolean().optional()
  if (type === 'group') return toTypedBody(fields)
  return type === 'list' ? z.array(toTypedBody(fields)) : toTypedSchema(schema)
}

function addTokenErrors(
  kind: ContentKind,
  context: z.RefinementCtx<{ body: Body }>,
  part: unknown,
  path: string[],
): void {
  if (typeof part === 'string')
    for (const token of findUnknownTokens(getOwnTokens(kind), part))
      context.addIssue({
        code: 'custom',
        path,
        message: `${token} stands for nothing. Those under “Facts” can be used.`,
      })
  else if (typeof part === 'object' && part !== null)
    for (const [name, inner] of Object.entries(part))
      addTokenErrors(kind, context, inner, [...path, name])
}

/** The rule of the form, which gives the body that is saved. */
export const toContentForm = (kind: ContentKind) =>
  z
    .object({ body: CONTENT_SCHEMAS[kind] as z.ZodType<Body>, pictures: z.unknown() })
    .superRefine(({ body }, context) => addTokenErrors(kind, context, body, ['body']))
    .transform(({ body }) => body)

export const createContentResolver = (kind: ContentKind) =>
  zodResolver(toContentForm(kind), { error: toErrorMessage }) as Resolver<
    ContentValues,
    unknown,
    Body
  >

/** The first error of a control that has parts, e.g. of a link in a text. */
export function findError(errors: FieldErrors, path: string): string | undefined {
  const own = getError(errors, path)
  const parts: unknown = get(errors, path)
  if (own !== undefined || typeof parts !== 'object' || parts === null) return own
  return Object.keys(parts)
    .filter((key) => key !== 'ref')
    .map((key) => findError(errors, `${path}.${key}`))
    .find((error) => error !== undefined)
}

/** Finds the field that shows the error of a path in the body. An error within a text is shown at the text. */
export function locateError(fields: ContentFields, path: string): ErrorPlace | undefined {
  const [, ...parts] = path.split('.')
  const labels: string[] = []
  let current: ContentFields | undefined = fields
  let end = 0
  while (current && end < parts.length) {
    const field: ContentField | undefined = current[parts[end++] ?? '']
    if (!field) return undefined
    const index = field.type === 'list' ? parts[end] : undefined
    labels.push(index === undefined ? field.label : `${field.label} ${Number(index) + 1}`)
    if (index !== undefined) end++
    current = field.fields
    if (!current && field.type !== 'richText') end = parts.length
  }
  const [first = ''] = parts
  return {
    path: ['body', ...parts.slice(0, end)].join('.'),
    label: labels.join(', '),
    groupId: `group-${first}`,
    order: Object.keys(fields).indexOf(first),
  }
}

const formatSpans = (spans: Span[]): string =>
  spans
    .map(({ text, bold, link }) => {
      const shown = bold ? `*${text}*` : text
      return link === undefined ? shown : `${shown} (${link})`
    })
    .join('')

const formatRichText = (text: RichText): string =>
  text
    .map((block) =>
      block.type === 'list'
        ? block.items.map((spans) => `• ${formatSpans(spans)}`).join('\n')
        : formatSpans(block.spans),
    )
    .join('\n')

const formatPicture = ({ file, alt }: ContentPicture): string =>
  `${alt || 'No alt text'} (${file.startsWith('site:') ? 'comes with the shop' : file.slice(0, 6)})`

function formatFields(fields: ContentFields, body: Body): string {
  const texts = listShownFields(fields, body).map(([name, field]) => formatValue(field, body[name]))
  return texts.filter(Boolean).join('\n')
}

/** A value as text, to compare two versions and to name an item. */
function formatValue(field: ContentField, value: unknown): string {
  if (value === undefined) return ''
  switch (field.type) {
    case 'richText':
      return formatRichText(value as RichText)
    case 'picture':
      return formatPicture(value as ContentPicture)
    case 'choice':
      return field.options?.[value as string] ?? ''
    case 'switch':
      return value ? 'Yes' : 'No'
    case 'date':
      return value === '' ? '' : formatShortDay(value as string)
    case 'products':
      return (value as string[]).join('\n')
    case 'table':
      return (value as string[][]).map((cells) => cells.join(' | ')).join('\n')
    case 'list':
      return (value as Body[])
        .map((item, index) => `${index + 1}. ${formatFields(field.fields ?? {}, item)}`)
        .join('\n')
    case 'group':
      return formatFields(field.fields ?? {}, value as Body)
    default:
      return String(value)
  }
}

const TITLE_TYPES = ['line', 'category', 'text', 'richText']

/** The choice that decides which of the other fields an item has. */
export const findDecidingChoice = (fields: ContentFields): string | undefined =>
  Object.values(fields).find(({ when }) => when)?.when?.[0]

/** The first text of an item, by which it is recognised while it is collapsed, after what it is. */
export function toItemTitle(fields: ContentFields, item: Body): string {
  const shown = listShownFields(fields, item)
  const text = shown
    .filter(([, { type }]) => TITLE_TYPES.includes(type))
    .map(([name, field]) => formatValue(field, item[name]))
    .find(Boolean)
  const choice = findDecidingChoice(fields) ?? ''
  const kind = fields[choice]?.options?.[String(item[choice])]
  const states = shown.flatMap(([name, { type, label }]) =>
    type === 'switch' && item[name] === true ? label.toLowerCase() : [],
  )
  return [[kind, text].filter(Boolean).join(': '), ...states].join(', ')
}

export function toRecordFields(kind: ContentKind): RecordFields<Body> {
  const leaves = new Map(listFieldPaths(getFields(kind)))
  return {
    names: [...leaves.keys()],
    getLabel: (name) => leaves.get(name)?.label ?? name,
    format: (body, name) => {
      const field = leaves.get(name)
      return (field && formatValue(field, get(body, name))) || 'None'
    },
  }
}
