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
const NEW = 'new-'
/** Drafts older than this are removed. */
const MAX_AGE_MS = 30 * 86_400_000

/** Whose draft it is, and of which product: its id, or that of a new one. */
export interface DraftKey {
  userId: string
  productId: string
}

/** The id of a product that has not been saved yet: each form has its own. */
export const createNewProductId = (): string => NEW + crypto.randomUUID().slice(0, 8)

export const isNewProductId = (id: string): boolean => id.startsWith(NEW)

const toName = ({ userId, productId }: DraftKey): string => `${PREFIX}${userId}:${productId}`

export const readDraft = (key: DraftKey, storage: Storage = localStorage): Draft | undefined =>
  readNamed(toName(key), storage)

function readNamed(name: string, storage: Storage): Draft | undefined {
  try {
    const draft = JSON.parse(storage.getItem(name) ?? 'null') as Draft | null
    // A form of before had other fields.
    return draft && ENTRY_FIELD_NAMES.every((name) => name in draft.values) ? draft : undefined
  } catch {
    return undefined
  }
}

/** @returns whether the browser kept it. */
export function keepDraft(key: DraftKey, draft: Draft, storage: Storage = localStorage): boolean {
  try {
    // A picture that is being uploaded has no name yet.
    const pictures = draft.values.pictures.filter(({ file }) => file !== '')
    storage.setItem(
      toName(key),
      JSON.stringify({ ...draft, values: { ...draft.values, pictures } }),
    )
    return true
  } catch {
    return false
  }
}

export function removeDraft(key: DraftKey, storage: Storage = localStorage): void {
  try {
    storage.removeItem(toName(key))
  } catch {
    // Without storage there is no draft.
  }
}

/** Drafts of new products of a user by their ids, the latest first. */
export function listNewDrafts(
  userId: string,
  storage: Storage = localStorage,
): [productId: string, draft: Draft][] {
  const prefix = toName({ userId, productId: NEW })
  return listNames(storage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name): [string, Draft][] => {
      const draft = readNamed(name, storage)
      return draft ? [[name.slice(toName({ userId, productId: '' }).length), draft]] : []
    })
    .sort(([, a], [, b]) => b.keptAt.localeCompare(a.keptAt))
}

/** Removes drafts that have been left for a month. */
export function removeOldDrafts(now: number, storage: Storage = localStorage): void {
  for (const name of listNames(storage)) {
    const draft = readNamed(name, storage)
    if (!draft || now - Date.parse(draft.keptAt) > MAX_AGE_MS) storage.removeItem(name)
  }
}

function listNames(storage: Storage): string[] {
  try {
    return Object.keys(storage).filter((name) => name.startsWith(PREFIX))
  } catch {
    // Without storage there is no draft.
    return []
  }
}
