import type { Random } from '#scripts/catalogue/random.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
}

const TEXTS = ['', ' ', 'a', 'Asha', 'asha@example.com', '302002', 'x'.repeat(300), '💎', '\u202E']

/** What a field of this name is likely to take. */
const LIKELY: Record<string, string> = {
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

/** Values that break careless code. */
const HOSTILE: unknown[] = [
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

const pick = <T>(random: Random, all: readonly T[]): T | undefined =>
  all[random.whole(0, all.length - 1)]

/** A value that a JSON schema would take, more or less. */
export function generateValue(schema: Schema, random: Random): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(random, schema.enum)
  if (schema.anyOf) return generateValue(pick(random, schema.anyOf) ?? {}, random)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => random.fraction() < 0.95)
          .map(([name, inner]) => [
            name,
            (random.fraction() < 0.8 ? LIKELY[name] : undefined) ?? generateValue(inner, random),
          ]),
      )
    case 'array':
      return Array.from({ length: random.whole(0, 3) }, () =>
        generateValue(schema.items ?? {}, random),
      )
    case 'integer':
    case 'number':
      return random.whole(Math.max(schema.minimum ?? -5, -5), Math.min(schema.maximum ?? 12, 12))
    case 'boolean':
      return random.fraction() < 0.5
    case 'string':
      return pick(random, TEXTS)
    default:
      return pick(random, HOSTILE)
  }
}

/** The same value with something hostile somewhere in it. */
export function mutateValue(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.fraction() < 0.15)
    return pick(random, HOSTILE)
  const entries = Object.entries(value)
  if (entries.length === 0 || random.fraction() < 0.15)
    return { ...value, [pick(random, ['__proto__', 'role', 'uid', '']) ?? '']: 'admin' }
  const at = random.whole(0, entries.length - 1)
  return Object.fromEntries(
    entries.map(([name, inner], place) => [
      name,
      place === at ? mutateValue(inner, random) : inner,
    ]),
  )
}

/** The same bytes with some cut, doubled or changed. */
export function mutateBytes(text: string, random: Random): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text)
  const at = random.whole(0, bytes.length)
  switch (random.whole(0, 3)) {
    case 0:
      return bytes.slice(0, at)
    case 1:
      return Uint8Array.from([...bytes, ...bytes.slice(at)])
    case 2:
      return new TextEncoder().encode('[{"a":'.repeat(random.whole(1, 20_000)))
    default:
      return bytes.map((byte, place) => (place === at ? random.whole(0, 255) : byte))
  }
}

/** Something to stand for an id or a slug in an address. */
export const generateParam = (random: Random): string =>
  encodeURIComponent(
    pick(random, ['x', 'others', '\0', "' or 1=1", '💎', '..', '/', '%2f', 'x'.repeat(3_000)]) ??
      '',
  )
