import { parseContentId } from '#src/contract/content.ts'
import { listFieldPaths } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { ENTRY_FIELD_NAMES } from '#src/contract/entry.ts'
import {
  type OptionIds,
  toCanonicalJson,
  toChoiceIds,
  toChoiceNames,
} from '#src/rules/product/choice-ids.ts'
import { getAtPath, listChangedFields, setAtPath } from './merge-versions.ts'

// A launch lies over its records: it does not change them. docs/decisions/0113-launches-are-overlays.md

/** The value that a launch gives to a field, or that the field has none. */
export type PatchedValue = { set: unknown } | { unset: true }

/**
 * What a launch changes of one record, by field. A list is one field. A field of a variant is
 * `variants.<choice>.<field>`, with the choice as text of ids; `variants.<choice>` adds or removes the variant.
 */
export type Patch = Record<string, PatchedValue>

type Body = Record<string, unknown>

/** A record as it is saved, or as shoppers see it. */
export interface OverlaidState {
  body: Body
  archived: boolean
}

/** A launch over one record. Times are in milliseconds since 1970. */
export interface Overlay {
  patch: Patch
  startsAt: number
  /** Null if it stays until an editor ends it. */
  endsAt: number | null
  /** When the launch was created. */
  createdAt: number
}

/** Whether the record is archived, as a field of a patch. */
export const ARCHIVED = 'archived'

const VARIANTS = 'variants'

/** Fields of a product that a patch has as they are. Stock is never part of a patch. */
const PRODUCT_FIELDS = ENTRY_FIELD_NAMES.filter(
  (name) => name !== 'stock' && name !== VARIANTS && name !== 'variant',
)

const listContentFields = (id: string): string[] | undefined => {
  const { kind } = parseContentId(id) ?? {}
  return kind && listFieldPaths(CONTENT_KINDS[kind].fields).map(([name]) => name)
}

/** Returns the overlays that lie over the record at a time, in the order in which they apply. */
export function listActive<Lying extends Overlay>(
  overlays: readonly Lying[],
  at?: number,
): Lying[] {
  const active =
    at === undefined
      ? overlays
      : overlays.filter(
          ({ startsAt, endsAt }) => startsAt <= at && (endsAt === null || at < endsAt),
        )
  return active.toSorted((a, b) => a.startsAt - b.startsAt || a.createdAt - b.createdAt)
}

/**
 * Returns a record with the launches that lie over it.
 * @param id of the record; any id that is not of content stands for a product.
 * @param at leaves out launches that are not live at this time.
 */
export const effective = (
  id: string,
  base: OverlaidState,
  overlays: readonly Overlay[],
  at?: number,
): OverlaidState =>
  listActive(overlays, at).reduce((state, { patch }) => applyPatch(id, state, patch), base)

export function applyPatch(
  id: string,
  { body, archived }: OverlaidState,
  patch: Patch,
): OverlaidState {
  const isArchived = patch[ARCHIVED]
  return {
    body: listContentFields(id) ? applyToContent(body, patch) : applyToProduct(body, patch),
    archived: isArchived && 'set' in isArchived ? isArchived.set === true : archived,
  }
}

const getValue = (value: PatchedValue): unknown => ('set' in value ? value.set : undefined)

function applyToContent(body: Body, patch: Patch): Body {
  const next = structuredClone(body)
  for (const [name, value] of Object.entries(patch))
    if (name !== ARCHIVED) setAtPath(next, name, getValue(value))
  return withoutUndefined(next)
}

/** JSON drops fields that became undefined. */
const withoutUndefined = (body: Body): Body => JSON.parse(JSON.stringify(body)) as Body

/** A variant with its choice by ids. */
type Row = Body & { choice: Record<string, string> }

const readOptions = ({ options }: Body): OptionIds[] => (options ?? []) as OptionIds[]

/** Returns the variants of a product by the texts of their choices; undefined without variants. */
function readRows(body: Body): Map<string, Row> | undefined {
  const rows = body[VARIANTS] as Row[] | undefined
  return (
    rows &&
    new Map(
      rows.map((row) => {
        const choice = toChoiceIds(readOptions(body), row.choice)
        return [toCanonicalJson(choice), { ...row, choice }]
      }),
    )
  )
}

function applyToProduct(body: Body, patch: Patch): Body {
  const next: Body = { ...body }
  for (const name of [...PRODUCT_FIELDS, 'stock'])
    if (patch[name]) next[name] = getValue(patch[name])
  const options = readOptions(next)
  const chosen = patch['variant']
    ? getValue(patch['variant'])
    : toChoiceIds(readOptions(body), (body['variant'] ?? {}) as Row['choice'])
  next['variant'] = toChoiceNames(options, chosen as Row['choice']).names
  const rows = applyToRows(readRows(body), patch)
  const shown = rows?.flatMap((row) => showRow(options, row))
  next[VARIANTS] = shown
  if (shown) next['stock'] = shown.reduce((sum, { stock }) => sum + Number(stock ?? 0), 0)
  return withoutUndefined(next)
}

/** Returns a variant with the current names of its choice; nothing if the options no longer have it. */
function showRow(options: readonly OptionIds[], row: Row): Row[] {
  const { names, isOffered } = toChoiceNames(options, row.choice)
  const isComplete =
    Object.keys(names).length === options.length && options.every(({ name }) => name in names)
  return isOffered && isComplete ? [{ ...row, choice: names }] : []
}

function applyToRows(base: Map<string, Row> | undefined, patch: Patch): Row[] | undefined {
  const list = patch[VARIANTS]
  const rows = list
    ? (getValue(list) as Row[] | undefined)?.map(
        (row) => [toCanonicalJson(row.choice), row] as const,
      )
    : base && [...base]
  const byChoice = rows && new Map(rows)
  if (!byChoice) return undefined
  for (const [field, value] of Object.entries(patch)) {
    const { choice, name } = parseVariantField(field) ?? {}
    if (choice === undefined) continue
    const row = byChoice.get(choice)
    if (name !== undefined) {
      if (row) byChoice.set(choice, { ...row, [name]: getValue(value) })
    } else if ('set' in value)
      // The stock of a variant that the base has meanwhile is its own.
      byChoice.set(choice, { ...(value.set as Row), ...(row && { stock: row['stock'] }) })
    else byChoice.delete(choice)
  }
  return [...byChoice.values()]
}

/** Parses `variants.<choice>` and `variants.<choice>.<field>`. A choice ends with a brace. */
function parseVariantField(field: string): { choice: string; name?: string } | undefined {
  const [, choice = '', name] = /^variants\.(\{.*\})(?:\.(\w+))?$/s.exec(field) ?? []
  if (choice === '') return undefined
  return name === undefined ? { choice } : { choice, name }
}

/** Returns what the second state changes of the first one. @param base undefined for a new record. */
export function diffPatch(id: string, base: OverlaidState | undefined, next: OverlaidState): Patch {
  const names = listContentFields(id)
  const patch = names
    ? diffFields(names, base?.body, next.body)
    : diffProduct(base?.body, next.body)
  if (next.archived !== (base?.archived ?? true)) patch[ARCHIVED] = { set: next.archived }
  return patch
}

const toPatched = (value: unknown): PatchedValue =>
  value === undefined ? { unset: true } : { set: value }

const diffFields = (names: string[], base: Body | undefined, next: Body): Patch =>
  Object.fromEntries(
    listChangedFields(names, base, next).map((name) => [name, toPatched(getAtPath(next, name))]),
  )

function diffProduct(base: Body | undefined, next: Body): Patch {
  // A launch that creates a product counts it.
  const patch = diffFields(base ? PRODUCT_FIELDS : [...PRODUCT_FIELDS, 'stock'], base, next)
  const [before, after] = [base, next].map((body) =>
    toChoiceIds(readOptions(body ?? {}), (body?.['variant'] ?? {}) as Row['choice']),
  )
  if (toCanonicalJson(before ?? {}) !== toCanonicalJson(after ?? {}))
    patch['variant'] = { set: after }
  return { ...patch, ...diffRows(base && readRows(base), readRows(next)) }
}

function diffRows(base: Map<string, Row> | undefined, next: Map<string, Row> | undefined): Patch {
  if (!next) return base ? { [VARIANTS]: { unset: true } } : {}
  if (!base) return { [VARIANTS]: { set: [...next.values()] } }
  const patch: Patch = {}
  for (const [choice, row] of next) {
    const before = base.get(choice)
    if (!before) patch[`${VARIANTS}.${choice}`] = { set: row }
    else
      for (const name of listChangedFields(ROW_FIELDS, before, row))
        patch[`${VARIANTS}.${choice}.${name}`] = toPatched(row[name])
  }
  for (const choice of base.keys())
    if (!next.has(choice)) patch[`${VARIANTS}.${choice}`] = { unset: true }
  return patch
}

const ROW_FIELDS = ['sku', 'barcode', 'price', 'listPrice', 'picture']

/** Lists the fields of a record that a patch changes, as its form names them. */
export const listPatchedFields = (patch: Patch): string[] => [
  ...new Set(
    Object.keys(patch).flatMap((name) =>
      name === ARCHIVED ? [] : name.startsWith(`${VARIANTS}.`) ? VARIANTS : name,
    ),
  ),
]

/** Returns a patch without whether the record is archived: a person has decided that since. */
export const withoutArchived = ({ [ARCHIVED]: _, ...patch }: Patch): Patch => patch
