import fc, { type Arbitrary } from 'fast-check'

/** The parts of JSON schema that the contract uses. */
export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
}

/** A valid value of a field, by the field's name. */
const VALID_BY_NAME: Record<string, string> = {
  email: 'asha@example.com',
  password: 'seven lamps of amer',
  newPassword: 'nine lamps of amer',
  name: 'Asha',
  displayName: 'Asha Rao',
  firstName: 'Asha',
  lastName: 'Rao',
  message: 'Good evening',
  phone: '+91 98290 12345',
  dob: '1990-02-28',
  address: '14, Amer Road',
  city: 'Jaipur',
  pincode: '302002',
  url: 'https://shop.test/shop',
  domain: 'shop.test',
}

const EDGE_TEXTS = ['', ' ', 'a', 'x'.repeat(300), '💎', '\u202E']

const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e21,
  2 ** 53,
  -(2 ** 31),
  '',
  '\0',
  '\uD83D',
  '\u202E\u0000',
  "'; drop table user; --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  'x'.repeat(20_000),
  ' '.repeat(5_000),
  'a@'.repeat(2_000),
  [],
  {},
  [[[[[[[[[[[[[]]]]]]]]]]]]],
  { $ne: null },
  { constructor: { prototype: { admin: true } } },
  Array(3_000).fill(0),
]

/** Values that break careless code. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_VALUES),
  fc.jsonValue(),
)

/** Given values, usually; a hostile one in their place now and then. */
const orHostile = (arbitrary: Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: hostileValue })

/** An object that usually has no property beyond its own. */
const orForeignProperty = (arbitrary: Arbitrary<object>): Arbitrary<object> =>
  fc.oneof(
    { weight: 9, arbitrary },
    {
      weight: 1,
      arbitrary: fc
        .tuple(arbitrary, fc.constantFrom('__proto__', 'role', 'uid', ''))
        .map(([value, name]) => ({ ...value, [name]: 'admin' })),
    },
  )

interface Options {
  /** Valid values of fields that the schema alone cannot tell, e.g. ids. */
  known?: Record<string, readonly string[]>
  /** Whether hostile values may stand anywhere in the value. */
  hostile: boolean
}

/** Values of a JSON schema. Texts ignore patterns and lengths, so that validation rejects some. */
export function arbitraryOf(schema: Schema, options: Options, name = ''): Arbitrary<unknown> {
  const plain = plainArbitraryOf(schema, options, name)
  return options.hostile ? orHostile(plain) : plain
}

function plainArbitraryOf(schema: Schema, options: Options, name: string): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf)
    return fc.oneof(...schema.anyOf.map((inner) => arbitraryOf(inner, options, name)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, options)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, options), { maxLength: 3 })
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(Math.max(schema.minimum ?? -5, -5)),
        max: Math.floor(Math.min(schema.maximum ?? 12, 12)),
      })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return textOf(name, options)
    case 'null':
      return fc.constant(null)
    default:
      return hostileValue
  }
}

function objectOf({ properties, required = [] }: Schema, options: Options): Arbitrary<object> {
  if (!properties) return fc.dictionary(fc.string({ maxLength: 12 }), fc.string(), { maxKeys: 3 })
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema, options, name)]),
  )
  const complete = fc.record(fields, { requiredKeys: required })
  if (!options.hostile) return complete
  const partial = fc.record(fields, { requiredKeys: [] })
  return orForeignProperty(
    fc.oneof({ weight: 9, arbitrary: complete }, { weight: 1, arbitrary: partial }),
  )
}

function textOf(name: string, { known = {} }: Options): Arbitrary<string> {
  const valid = known[name] ?? (VALID_BY_NAME[name] ? [VALID_BY_NAME[name]] : [])
  const any = fc.oneof(fc.constantFrom(...EDGE_TEXTS), fc.string({ unit: 'binary', maxLength: 60 }))
  if (valid.length === 0) return any
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...valid) },
    { weight: 2, arbitrary: any },
  )
}

/** The bytes of a JSON text that are cut, doubled, deeply nested, or wrong in one place. */
export const brokenBytesOf = (value: Arbitrary<unknown>): Arbitrary<Uint8Array<ArrayBuffer>> => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const cutAt = fc.tuple(
    value.map((given) => encode(JSON.stringify(given))),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  const place = (bytes: Uint8Array, at: number) => Math.floor(bytes.length * at)
  return fc.oneof(
    cutAt.map(([bytes, at]) => bytes.slice(0, place(bytes, at))),
    cutAt.map(([bytes, at]) => Uint8Array.from([...bytes, ...bytes.slice(place(bytes, at))])),
    fc.integer({ min: 1, max: 20_000 }).map((depth) => encode('[{"a":'.repeat(depth))),
    fc
      .tuple(cutAt, fc.nat(255))
      .map(([[bytes, at], byte]) => bytes.with(Math.min(place(bytes, at), bytes.length - 1), byte)),
  )
}

/** An encoded path parameter that is not an id. */
export const foreignParam: Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('x', 'others', '\0', "' or 1=1", '💎', '..', '/', '%2f', 'x'.repeat(3_000)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  )
  .map(encodeURIComponent)
