import { type CatalogEntry, ENTRY_FIELD_NAMES } from '#src/contract/entry.ts'
import type { FormValues } from './form-schema.ts'

/** What an editor typed and has not saved, kept on this device. */
export interface Draft {
  /** The revision on which it is based; 0 for a new product. */
  revision: number
  /** The entry of that revision, to merge with what was saved since; absent for a new product. */
  base?: CatalogEntry
  /** ISO 8601. */
  keptAt: string
  values: FormValues
}

const PREFIX = 'kairavi-studio-draft:'
/** Drafts older than this are removed. */
const MAX_AGE_MS = 30 * 86_400_000

/** @param id of the product; undefined for a new one. */
const toKey = (id: string | undefined): string => PREFIX + (id ?? 'new')

export function readDraft(
  id: string | undefined,
  storage: Storage = localStorage,
): Draft | undefined {
  try {
    const draft = JSON.parse(storage.getItem(toKey(id)) ?? 'null') as Draft | null
    // A form of before had other fields.
    return draft && ENTRY_FIELD_NAMES.every((name) => name in draft.values) ? draft : undefined
  } catch {
    return undefined
  }
}

/** @returns whether the browser kept it. */
export function keepDraft(
  id: string | undefined,
  draft: Draft,
  storage: Storage = localStorage,
): boolean {
  try {
    // A picture that is being uploaded has no name yet.
    const pictures = draft.values.pictures.filter(({ file }) => file !== '')
    storage.setItem(toKey(id), JSON.stringify({ ...draft, values: { ...draft.values, pictures } }))
    return true
  } catch {
    return false
  }
}

export function removeDraft(id: string | undefined, storage: Storage = localStorage): void {
  try {
    storage.removeItem(toKey(id))
  } catch {
    // Without storage there is no draft.
  }
}

/** Removes drafts that have been left for a month. */
export function removeOldDrafts(now: number, storage: Storage = localStorage): void {
  try {
    for (const key of Object.keys(storage)) {
      if (!key.startsWith(PREFIX)) continue
      const id = key.slice(PREFIX.length)
      const draft = readDraft(id === 'new' ? undefined : id, storage)
      if (!draft || now - Date.parse(draft.keptAt) > MAX_AGE_MS) storage.removeItem(key)
    }
  } catch {
    // Without storage there is no draft.
  }
}
