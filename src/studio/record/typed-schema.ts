import { z } from 'zod'

/**
 * The rule of what a form holds of a value while it is typed: the same parts, of the same types, without their limits.
 * A number may be a text, or missing.
 */
export function toTypedSchema(schema: z.core.$ZodType): z.ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'enum':
      return z.string()
    case 'number':
      return z.union([z.number(), z.string()]).optional()
    case 'array':
      return z.array(toTypedSchema(def.element))
    case 'record':
      return z.record(z.string(), toTypedSchema(def.valueType))
    case 'object':
      return z.object(
        Object.fromEntries(
          Object.entries(def.shape).map(([name, part]) => [name, toTypedSchema(part)]),
        ),
      )
    case 'optional':
      return toTypedSchema(def.innerType).optional()
    case 'union':
      return z.union(def.options.map(toTypedSchema))
    case 'pipe':
      return toTypedSchema(def.out._zod.def.type === 'transform' ? def.in : def.out)
    default:
      return schema as z.ZodType
  }
}
