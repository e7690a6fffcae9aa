import type { z } from 'zod'
import { toContentSchema } from './content-fields.ts'
import { CONTENT_KINDS } from './content-kinds.ts'

export type ContentKind = keyof typeof CONTENT_KINDS

/** Returns the title of a record, e.g. `About`, or the name of a category. */
export const toContentTitle = (kind: ContentKind, body: Record<string, unknown>): string =>
  'many' in CONTENT_KINDS[kind] ? String(body['name'] ?? '') : CONTENT_KINDS[kind].label

/** Returns the tokens in braces that records of a kind have in addition to the facts, with their meanings. */
export function getOwnTokens(kind: ContentKind): Record<string, string> {
  const type = CONTENT_KINDS[kind]
  return 'tokens' in type ? type.tokens : {}
}

/** Schemas of records, by kind. */
export const CONTENT_SCHEMAS: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(CONTENT_KINDS).map(([kind, { fields }]) => [kind, toContentSchema(fields)]),
)

/** Stored body of a record of a kind. */
export type ContentBody<Kind extends ContentKind> = z.output<
  ReturnType<typeof toContentSchema<(typeof CONTENT_KINDS)[Kind]['fields']>>
>

/** Contact data and policies of the shop. */
export type Facts = ContentBody<'facts'>

/** Texts of all product pages. */
export type ProductTexts = ContentBody<'product-page'>

export type CartTexts = ContentBody<'cart'>

export type WishlistTexts = ContentBody<'wishlist'>

/** Hints below fields of the profile. */
export type ProfileHints = ContentBody<'profile'>['hints']

/** Texts of the settings tab in the profile. */
export type SettingsTexts = ContentBody<'profile'>['settings']

/** Kinds with one record, whose id is the kind. */
export type SingleKind = {
  [Kind in ContentKind]: (typeof CONTENT_KINDS)[Kind] extends { many: true } ? never : Kind
}[ContentKind]

/** Records with their own address, whose former addresses redirect. */
export type SlugKind = 'product' | Exclude<ContentKind, SingleKind>

/** Id of a record: its kind, or `<kind>:<key>` for a kind with many records, e.g. `category:watches`. */
export type ContentId = SingleKind | `${Exclude<ContentKind, SingleKind>}:${string}`

export type KindOf<Id extends ContentId> = Id extends ContentKind
  ? Id
  : Id extends `${infer Kind extends ContentKind}:${string}`
    ? Kind
    : never

export const CONTENT_ID_PATTERN = /^[a-z-]+(?::[a-z0-9]+(?:-[a-z0-9]+)*)?$/

/** Parses an id; undefined if it is invalid. */
export function parseContentId(id: string): { kind: ContentKind; key: string } | undefined {
  const [kind = '', key = ''] = id.split(':')
  if (!CONTENT_ID_PATTERN.test(id) || !Object.hasOwn(CONTENT_KINDS, kind)) return undefined
  const contentKind = kind as ContentKind
  return 'many' in CONTENT_KINDS[contentKind] === (key !== '')
    ? { kind: contentKind, key }
    : undefined
}

/** Returns the address in the id of a record of a kind with many; otherwise undefined. */
export function parseSlugId(id: string): { kind: SlugKind; slug: string } | undefined {
  const { kind, key = '' } = parseContentId(id) ?? {}
  return kind && key !== '' ? { kind: kind as SlugKind, slug: key } : undefined
}

/**
 * Returns the path of the page of a record of a kind with many; otherwise undefined. A category is
 * left out, because its page depends on its products.
 */
export function findOwnPath(id: string): string | undefined {
  const { kind = 'home', key = '' } = parseContentId(id) ?? {}
  const rule = CONTENT_KINDS[kind]
  return 'many' in rule && kind !== 'category' ? rule.path + key : undefined
}

/** Finds the record whose page has this path, including further pages of its list. */
export function findContentIdOfPath(path: string): ContentId | undefined {
  for (const [kind, rule] of Object.entries(CONTENT_KINDS)) {
    if (!('many' in rule) || !path.startsWith(rule.path)) continue
    const [, key] = /^([a-z0-9-]+)(?:\/\d+)?$/.exec(path.slice(rule.path.length)) ?? []
    if (key) return `${kind}:${key}` as ContentId
  }
  return undefined
}
