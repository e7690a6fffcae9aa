import type { z } from 'zod'
import { createProductRequest } from '#src/contract/editor.ts'
import { type FormValues, splitLines, toEntry, toFormIndex } from './form-values.ts'

/** By path of a field, e.g. `highlights.0.text`: what is wrong with it. */
export type Faults = Record<string, string>

type Issue = z.core.$ZodIssue

const LINK_TO_FIELD: Record<string, string> = {
  'warranty.duration': 'warrantyDuration',
  'warranty.type': 'warrantyType',
}

const OFFER_FIELD_TO_FORM: Record<string, string> = {
  name: 'fieldName',
  letters: 'fieldLetters',
  maxLength: 'fieldLength',
}

/** The field of the form that holds what a path of the entry names. */
export function toFieldPath(values: FormValues, path: PropertyKey[]): string {
  const [first, second, third, fourth = 'name'] = path.map(String)
  const known = LINK_TO_FIELD[`${first}.${second}`]
  if (known) return known
  if (second === undefined) return first ?? ''
  const index = Number(second)
  if (first === 'highlights') return `highlights.${toFormIndex(values, 'highlights', index)}.text`
  if (first === 'related') return `related.${toFormIndex(values, 'related', index)}.slug`
  if (first === 'offers' && third === 'field')
    return `offers.${toFormIndex(values, 'offers', index)}.${OFFER_FIELD_TO_FORM[fourth]}`
  if (first === 'description' || first === 'offers')
    return `${first}.${toFormIndex(values, first, index)}.${third ?? 'title'}`
  if (first === 'options') return toOptionPath(values, second, third)
  if (first === 'variant') return toVariantPath(values, second)
  if (first === 'technicalDetails') {
    const row = values.technicalDetails.findIndex(({ name }) => name.trim() === second)
    return `technicalDetails.${Math.max(0, row)}.${second === '' ? 'name' : 'value'}`
  }
  return path.map(String).join('.')
}

const findByName = (rows: { name: string }[], name: string): number =>
  rows.findIndex((row) => row.name.trim() === name)

/** Faults that the schema cannot express name an option by its name, all others by its index. */
function toOptionPath(values: FormValues, key: string, part: string | undefined): string {
  const byName = findByName(values.options, key)
  if (byName >= 0 && part === undefined) return `options.${byName}.values`
  return `options.${toFormIndex(values, 'options', Number(key))}.${part ?? 'name'}`
}

function toVariantPath(values: FormValues, name: string): string {
  const option = findByName(values.options, name)
  if (option >= 0) return `options.${option}.initial`
  return `traits.${Math.max(0, findByName(values.traits, name))}.value`
}

/** What is wrong, as a sentence beside the field. */
export function toSentence(issue: Issue): string {
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return 'Fill this in.'
    if (issue.origin === 'array') return 'Add at least one.'
    return `At least ${issue.minimum}.`
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return `At most ${issue.maximum} characters.`
    if (issue.origin === 'array') return `At most ${issue.maximum}.`
    return `At most ${issue.maximum}.`
  }
  if (issue.code === 'invalid_type')
    return issue.expected === 'number' || issue.expected === 'int'
      ? 'Enter a number.'
      : 'Fill this in.'
  if (issue.code === 'not_multiple_of') return 'At most two decimals.'
  if (issue.code === 'invalid_format')
    return issue.format === 'datetime'
      ? 'Choose a date and a time.'
      : 'Only lower-case letters and digits, joined by single hyphens.'
  if (issue.code === 'invalid_value') return 'Choose one.'
  if (issue.code !== 'custom') return 'This is not valid.'
  const text = issue.message.replace(/^\S+ /, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Names that stand twice would be one in the entry. */
function findRepeatedNames(values: FormValues): Faults {
  const faults: Faults = {}
  const names = [
    ...values.options.map(({ name }, index) => [`options.${index}.name`, name] as const),
    ...values.traits.map(({ name }, index) => [`traits.${index}.name`, name] as const),
  ]
  const details = values.technicalDetails.map(
    ({ name }, index) => [`technicalDetails.${index}.name`, name] as const,
  )
  for (const rows of [names, details]) {
    const seen = new Set<string>()
    for (const [path, name] of rows) {
      const key = name.trim()
      if (key !== '' && seen.has(key)) faults[path] = 'This name stands twice.'
      seen.add(key)
    }
  }
  return faults
}

const findMissingAlts = (values: FormValues): Faults =>
  Object.fromEntries(
    values.pictures.flatMap(({ alt }, index) =>
      alt.trim() === ''
        ? [[`pictures.${index}.alt`, 'Say what the picture shows, for people who cannot see it.']]
        : [],
    ),
  )

/** Everything that is wrong with the form, by field. */
export function findFaults(values: FormValues): Faults {
  const result = createProductRequest.safeParse(toEntry(values))
  const faults: Faults = {}
  for (const issue of result.error?.issues ?? [])
    faults[toFieldPath(values, issue.path)] ??= toSentence(issue)
  if (values.options.some(({ values: choices }) => splitLines(choices).length === 0))
    for (const [index, { name, values: choices }] of values.options.entries())
      if (name.trim() && splitLines(choices).length === 0)
        faults[`options.${index}.values`] = 'Add at least one choice.'
  if (values.slug.trim() === '') faults['slug'] = 'Fill this in.'
  return { ...faults, ...findRepeatedNames(values), ...findMissingAlts(values) }
}
