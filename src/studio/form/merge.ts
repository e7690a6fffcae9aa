import type { CatalogueEntry } from '#src/contract/catalog.ts'
import { ENTRY_FIELDS, type EntryField, isSameValue } from './entry-fields.ts'

export type Side = 'mine' | 'theirs'

export interface Merge {
  /** Fields that only the other editor changed: taken over. */
  theirs: EntryField[]
  /** Fields that only this editor changed. */
  mine: EntryField[]
  /** Fields that both changed, in different ways: one has to be chosen. */
  clashes: EntryField[]
}

/** Compares two versions with the one that both are based on. */
export function compareVersions(
  base: CatalogueEntry,
  mine: CatalogueEntry,
  theirs: CatalogueEntry,
): Merge {
  const merge: Merge = { theirs: [], mine: [], clashes: [] }
  for (const field of ENTRY_FIELDS) {
    const isMine = !isSameValue(mine[field], base[field])
    const isTheirs = !isSameValue(theirs[field], base[field])
    if (isMine && isTheirs) {
      if (!isSameValue(mine[field], theirs[field])) merge.clashes.push(field)
    } else if (isMine) merge.mine.push(field)
    else if (isTheirs) merge.theirs.push(field)
  }
  return merge
}

/** `theirs` with this editor's changes, and with the chosen side of each clash. */
export function mergeVersions(
  merge: Merge,
  mine: CatalogueEntry,
  theirs: CatalogueEntry,
  choices: Partial<Record<EntryField, Side>>,
): CatalogueEntry {
  const taken = [...merge.mine, ...merge.clashes.filter((field) => choices[field] === 'mine')]
  const merged: Partial<CatalogueEntry> = { ...theirs }
  for (const field of taken)
    if (mine[field] === undefined) delete merged[field]
    else Object.assign(merged, { [field]: mine[field] })
  return merged as CatalogueEntry
}
