import { z } from 'zod'

export type Path = (string | 0)[]

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

function listPaths(schema: JsonSchema, path: Path): Path[] {
  const { type, properties, additionalProperties, items, anyOf, oneOf } = schema
  const alternatives = anyOf ?? oneOf
  if (alternatives) return alternatives.flatMap((alternative) => listPaths(alternative, path))
  if (items) return listPaths(items, [...path, 0])
  if (typeof additionalProperties === 'object')
    return listPaths(additionalProperties, [...path, 'any'])
  if (properties)
    return Object.entries(properties).flatMap(([name, property]) =>
      listPaths(property, [...path, name]),
    )
  return type === 'string' && !schema.enum && schema.const === undefined ? [path] : []
}

/** The places of the texts in what a schema takes. */
export const listTexts = (schema: z.ZodType): Path[] =>
  listPaths(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])

/** What has a text in one place, and nothing else: a schema finds the errors of each field. */
export const withText = (path: Path, text: string): unknown =>
  path.reduceRight<unknown>((inner, key) => (key === 0 ? [inner] : { [key]: inner }), text)
