import type { z } from 'zod'
import { toContentRule } from './content-fields.ts'
import { CONTENT_KINDS } from './content-kinds.ts'

export type ContentKind = keyof typeof CONTENT_KINDS

/** E.g. `About`, or the name of a category. */
export const toContentTitle = (kind: ContentKind, body: Record<string, unknown>): string =>
  'many' in CONTENT_KINDS[kind] ? String(body['name'] ?? '') : CONTENT_KINDS[kind].label

/** What may stand in braces in a record of the kind beside the facts, with what it stands for. */
export function getOwnTokens(kind: ContentKind): Record<string, string> {
  const type = CONTENT_KINDS[kind]
  return 'tokens' in type ? type.tokens : {}
}

/** Rules of whole records, by kind. */
export const CONTENT_RULES: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(CONTENT_KINDS).map(([kind, { fields }]) => [kind, toContentRule(fields)]),
)

/** What a record of a kind has, as it is stored. */
export type ContentBody<Kind extends ContentKind> = z.output<
  ReturnType<typeof toContentRule<(typeof CONTENT_KINDS)[Kind]['fields']>>
>

/** Contact and policies of the shop. */
export type Facts = ContentBody<'facts'>

/** What every product page says. */
export type ProductTexts = ContentBody<'product-page'>

export type CartTexts = ContentBody<'cart'>

export type WishlistTexts = ContentBody<'wishlist'>

/** Below fields of the profile. */
export type ProfileHints = ContentBody<'profile'>['hints']

/** The texts of the tab of settings in the profile. */
export type SettingsTexts = ContentBody<'profile'>['settings']

/** Kinds of which there is one record, whose id is the kind. */
export type SingleKind = {
  [Kind in ContentKind]: (typeof CONTENT_KINDS)[Kind] extends { many: true } ? never : Kind
}[ContentKind]

/** The id of a record: its kind, or `<kind>:<key>` for a kind with many, e.g. `category:watches`. */
export type ContentId = SingleKind | `${Exclude<ContentKind, SingleKind>}:${string}`

/** The kind of an id. */
export type KindOf<Id extends ContentId> = Id extends ContentKind
  ? Id
  : Id extends `${infer Kind extends ContentKind}:${string}`
    ? Kind
    : never

export const CONTENT_ID_PATTERN = /^[a-z-]+(?::[a-z0-9]+(?:-[a-z0-9]+)*)?$/

/** @returns undefined for an id of no kind. */
export function parseContentId(id: string): { kind: ContentKind; key: string } | undefined {
  const [kind = '', key = ''] = id.split(':')
  if (!CONTENT_ID_PATTERN.test(id) || !Object.hasOwn(CONTENT_KINDS, kind)) return undefined
  const known = kind as ContentKind
  return 'many' in CONTENT_KINDS[known] === (key !== '') ? { kind: known, key } : undefined
}

/**
 * The path of the page that a record of a kind with many has of its own; undefined for any other record. That of a
 * category goes by its pieces.
 */
export function findOwnPath(id: string): string | undefined {
  const { kind = 'home', key = '' } = parseContentId(id) ?? {}
  const rule = CONTENT_KINDS[kind]
  return 'many' in rule && kind !== 'category' ? rule.path + key : undefined
}

/** The record of a kind with many that a page below the kind's path shows, also on a later page of its list. */
export function findContentIdOfPath(path: string): ContentId | undefined {
  for (const [kind, rule] of Object.entries(CONTENT_KINDS)) {
    if (!('many' in rule) || !path.startsWith(rule.path)) continue
    const [, key] = /^([a-z0-9-]+)(?:\/\d+)?$/.exec(path.slice(rule.path.length)) ?? []
    if (key) return `${kind}:${key}` as ContentId
  }
  return undefined
}
