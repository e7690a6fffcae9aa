import { atom } from 'nanostores'
import { randomHex } from '#src/api-client/idempotency-key.ts'

/** What an editor typed and has not saved, kept on this device. */
export interface Draft<Values = unknown, Body = unknown> {
  /** The revision on which it is based; 0 for a new record. */
  revision: number
  /** The body of that revision, to merge with what was saved since; absent for a new record. */
  base?: Body
  /** ISO 8601. */
  keptAt: string
  values: Values
}

const PREFIX = 'kairavi-studio-draft:'
const NEW = 'new-'
/** Drafts older than this are removed. */
const MAX_AGE_MS = 30 * 86_400_000

/** Whose draft it is, and of which record: the id of a product or of a new one, or `content/` and an id. */
export interface DraftKey {
  userId: string
  recordId: string
}

/** The id of a product that has not been saved yet: each form has its own. */
export const createNewProductId = (): string => NEW + randomHex().slice(0, 8)

export const isNewProductId = (id: string): boolean => id.startsWith(NEW)

/** Undefined where the browser refuses it or has none. */
function getStorage(): Storage | undefined {
  try {
    return localStorage ?? undefined
  } catch {
    return undefined
  }
}

const toName = ({ userId, recordId }: DraftKey): string => `${PREFIX}${userId}:${recordId}`

export const readDraft = (key: DraftKey, storage = getStorage()): Draft | undefined =>
  readNamed(toName(key), storage)

function readNamed(name: string, storage: Storage | undefined): Draft | undefined {
  try {
    return (JSON.parse(storage?.getItem(name) ?? 'null') as Draft | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Whether the browser kept what was typed last. */
export const $draftsKept = atom(true)

/** @returns whether the browser kept it. */
export function storeDraft(key: DraftKey, draft: Draft, storage = getStorage()): boolean {
  const isKept = tryStore(key, draft, storage)
  $draftsKept.set(isKept)
  return isKept
}

function tryStore(key: DraftKey, draft: Draft, storage: Storage | undefined): boolean {
  try {
    storage?.setItem(toName(key), JSON.stringify(draft))
    return storage !== undefined
  } catch {
    return false
  }
}

export function removeDraft(key: DraftKey, storage = getStorage()): void {
  try {
    storage?.removeItem(toName(key))
  } catch {
    // Without storage there is no draft.
  }
}

/** Drafts of new products of a user by their ids, the latest first. */
export function listNewDrafts(
  userId: string,
  storage = getStorage(),
): [recordId: string, draft: Draft][] {
  const prefix = toName({ userId, recordId: NEW })
  return listNames(storage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name): [string, Draft][] => {
      const draft = readNamed(name, storage)
      return draft ? [[name.slice(toName({ userId, recordId: '' }).length), draft]] : []
    })
    .sort(([, a], [, b]) => b.keptAt.localeCompare(a.keptAt))
}

/** Removes drafts that have been left for a month. */
export function removeOldDrafts(now: number, storage = getStorage()): void {
  for (const name of listNames(storage)) {
    const draft = readNamed(name, storage)
    if (!draft || now - Date.parse(draft.keptAt) > MAX_AGE_MS) storage?.removeItem(name)
  }
}

function listNames(storage: Storage | undefined): string[] {
  try {
    return Object.keys(storage ?? {}).filter((name) => name.startsWith(PREFIX))
  } catch {
    // Without storage there is no draft.
    return []
  }
}
