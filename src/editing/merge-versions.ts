import { isRecord } from '#src/rules/is-record.ts'

/** The version whose value a field gets. */
export type Part = 'base' | 'mine' | 'theirs'

/** Rows are the same whatever the order of their parts. */
const sortParts = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(sortParts)
  if (!isRecord(part)) return part
  const sorted = Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, value]) => [name, sortParts(value)]))
}

/** The value at a path such as `story.text`. */
export const getAtPath = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], body)

/** Sets the value at a path, in place. */
export function setAtPath(body: object, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let part = body as Record<string, unknown>
  for (const name of names) {
    part[name] ??= {}
    part = part[name] as Record<string, unknown>
  }
  part[last] = value
}

/** Ignores the order of keys in the rows of a list, but not in a record, which is shown in that order. */
const toText = (part: unknown): string | undefined =>
  JSON.stringify(Array.isArray(part) ? sortParts(part) : part)

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b) || toText(a) === toText(b)

/** Fields in which two versions differ. */
export const listChangedFields = (names: string[], a: unknown, b: unknown): string[] =>
  names.filter((name) => !isSameValue(getAtPath(a, name), getAtPath(b, name)))

/** A version with another value at a path. */
export function withValue<Body extends object>(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body)
  setAtPath(copy, path, value)
  return copy
}

export type Side = Exclude<Part, 'base'>

export interface Merge {
  /** Fields that only the other editor changed: taken over. */
  theirs: string[]
  /** Fields that only this editor changed. */
  mine: string[]
  /** Fields that both changed, in different ways: one has to be chosen. */
  clashes: string[]
  /** Fields that keep the changes of both: fields of different variants, and replaced pictures. */
  joined: Record<string, unknown>
  /** Variants of which both changed one field, with the part of each version there. Other changes of both are kept. */
  sides: Record<string, Record<Part, unknown>>
}

/** Compares two versions with the one that both are based on. */
export function compareVersions(
  names: string[],
  base: unknown,
  mine: unknown,
  theirs: unknown,
): Merge {
  const byMe = new Set(listChangedFields(names, base, mine))
  const byThem = new Set(listChangedFields(names, base, theirs))
  const between = listChangedFields(names, mine, theirs)
  const byBoth = between.filter((name) => byMe.has(name) && byThem.has(name))
  const joined = Object.fromEntries(
    byBoth.flatMap((name) => {
      const parts = [base, mine, theirs].map((body) => getAtPath(body, name))
      const value =
        joinRows(name, base, mine, theirs) ??
        withReplacedPictures(parts[0], parts[2], parts[1]) ??
        withReplacedPictures(parts[0], parts[1], parts[2])
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const clashes = byBoth.filter((name) => !(name in joined))
  const sides = Object.fromEntries(
    clashes.flatMap((name) => {
      const rows = PARTS.map((part) => joinRows(name, base, mine, theirs, part))
      return rows.includes(undefined)
        ? []
        : [[name, Object.fromEntries(PARTS.map((part, index) => [part, rows[index]]))]]
    }),
  ) as Merge['sides']
  return {
    clashes,
    sides,
    joined,
    mine: between.filter((name) => byMe.has(name) && !byThem.has(name)),
    theirs: between.filter((name) => !byMe.has(name) && byThem.has(name)),
  }
}

const PARTS = ['mine', 'theirs', 'base'] as const

type Row = Record<string, unknown>

/** @returns undefined unless the value is a list of choices. */
const toRows = (body: unknown, name: string): Row[] | undefined => {
  const part = getAtPath(body, name)
  const isRow = (row: unknown) => isRecord(row) && isRecord(row['choice'])
  return Array.isArray(part) && part.every(isRow) ? part : undefined
}

/**
 * @param part the version whose part is taken if both changed one.
 * @returns undefined unless both are lists of the same choices, or if both changed one part and none was chosen.
 */
function joinRows(
  name: string,
  baseBody: unknown,
  myBody: unknown,
  theirBody: unknown,
  part?: Part,
): Row[] | undefined {
  const [base, mine, theirs] = [baseBody, myBody, theirBody].map((body) => toRows(body, name))
  if (!base || !mine || !theirs) return undefined
  const toChoices = (rows: Row[]) => toText(rows.map(({ choice }) => choice))
  if (toChoices(mine) !== toChoices(base) || toChoices(theirs) !== toChoices(base)) return undefined
  const joined: Row[] = []
  for (const [index, row] of theirs.entries()) {
    const own = mine[index] ?? {}
    const names = [...new Set([base[index] ?? {}, own, row].flatMap(Object.keys))]
    const merge = compareVersions(names, base[index], own, row)
    if (merge.clashes.length > 0 && !part) return undefined
    const chosen = part && { base: base[index] ?? {}, mine: own, theirs: row }[part]
    const ofPart = Object.fromEntries(merge.clashes.map((key) => [key, chosen?.[key]]))
    const choices = Object.fromEntries(merge.clashes.map((key) => [key, 'mine' as const]))
    joined.push(mergeVersions(merge, { ...own, ...ofPart }, row, choices))
  }
  return joined
}

/** Names of uploaded pictures and of pictures that come with the shop. */
const FILES = /"(?:[0-9a-f]{32}|site:[^"]+)"/g

/**
 * Another version, with the pictures that a version has replaced in its base.
 * @returns undefined if that version changed more, or the other one lacks a picture that is replaced.
 */
function withReplacedPictures(base: unknown, version: unknown, other: unknown): unknown {
  const [before = '', after = '', text = ''] = [base, version, other].map(toText)
  if (before.replaceAll(FILES, '') !== after.replaceAll(FILES, '')) return undefined
  const files = after.match(FILES) ?? []
  const replaced = new Map<string, string | undefined>()
  for (const [index, file] of (before.match(FILES) ?? []).entries()) {
    const isKnown = file === files[index] || text.includes(file)
    if (!isKnown || (replaced.has(file) && replaced.get(file) !== files[index])) return undefined
    replaced.set(file, files[index])
  }
  return JSON.parse(text.replaceAll(FILES, (file) => replaced.get(file) ?? file))
}

/** `theirs` with this editor's changes, and with the chosen side of each clash. */
export function mergeVersions<Body extends object>(
  merge: Merge,
  mine: Body,
  theirs: Body,
  choices: Partial<Record<string, Side>>,
): Body {
  const merged = structuredClone(theirs)
  for (const name of [...merge.mine, ...merge.clashes.filter((key) => choices[key] === 'mine')])
    setAtPath(merged, name, getAtPath(mine, name))
  for (const [name, rows] of Object.entries(merge.joined)) setAtPath(merged, name, rows)
  for (const [name, sides] of Object.entries(merge.sides)) {
    const side = choices[name]
    if (side) setAtPath(merged, name, sides[side])
  }
  // Without the fields that this editor has emptied.
  return JSON.parse(JSON.stringify(merged)) as Body
}
