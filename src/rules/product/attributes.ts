import type { Product, Variant } from '#src/contract/catalog.ts'
import { toFixedVariant } from './options.ts'

/** A property of a piece that channels name beside price and stock. */
export interface Attribute {
  /** E.g. `Strap size`. */
  name: string
  value: string
  /** The property of schema.org and the element of Google Merchant Center for it, where they have one. */
  field?: AttributeField | undefined
}

interface AttributeField {
  schemaOrg: 'size' | 'color' | 'material' | 'pattern'
  merchant: string
  /** Names of attributes that have it. */
  pattern: RegExp
}

/** Merchant Center names the volume of a bottle and the length of a chain a size, too. */
const FIELDS: AttributeField[] = [
  { schemaOrg: 'size', merchant: 'g:size', pattern: /\b(?:size|volume|length)$/i },
  { schemaOrg: 'color', merchant: 'g:color', pattern: /\bcolou?r$/i },
  { schemaOrg: 'material', merchant: 'g:material', pattern: /\b(?:material|metal|fabric)$/i },
  { schemaOrg: 'pattern', merchant: 'g:pattern', pattern: /\b(?:pattern|print)$/i },
]

/** Text after the name of an attribute that narrows it, e.g. `(Indian)` of a ring size, or `of strap`. */
const QUALIFIER = /(?:\(.*| of .*)$/i

export function findField(name: string): AttributeField | undefined {
  const word = name.replace(QUALIFIER, '').trimEnd()
  return FIELDS.find(({ pattern }) => pattern.test(word))
}

/**
 * Attributes that are no option. The page, structured data, feeds, Markdown and the calls of assistants name
 * each line of it (docs/machines.md).
 */
export const listSpecifications = ({ countryOfOrigin }: Product): Record<string, string> => ({
  ...(countryOfOrigin ? { 'Country of origin': countryOfOrigin } : {}),
})

/**
 * Lists the attributes that do not depend on the chosen options.
 * @param choices names of the options that are chosen, which have a field before these.
 */
export const listAttributes = (product: Product, choices: string[] = []): Attribute[] =>
  toAttributes({ ...toFixedVariant(product), ...listSpecifications(product) }, choices)

/** Channels read a field once: of two sizes, the first one has it, and `before` come first. */
export function toAttributes(values: Variant, before: string[] = []): Attribute[] {
  const used = new Set(before.map(findField))
  return Object.entries(values).map(([name, value]) => {
    const field = findField(name)
    if (!field || used.has(field)) return { name, value }
    used.add(field)
    return { name, value, field }
  })
}
