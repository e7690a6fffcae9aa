import { atom, computed } from 'nanostores'
import { randomHex } from '#src/api-client/idempotency-key.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'
import {
  defineKey,
  keepItem,
  listDeviceKeys,
  readItem,
  removeItem,
  type StorageKey,
} from '#src/stores/storage.ts'

/** Unsaved input of an editor, kept on this device. */
export interface Draft {
  /** The revision on which it is based; 0 for a new record. */
  revision: number
  /** The body of that revision, to merge with what was saved since; absent for a new record. */
  base?: unknown
  /** ISO 8601. */
  keptAt: string
  values: unknown
}

const PREFIX = 'kairavi-studio-draft:'
const NEW = 'new-'
/** Drafts older than this are removed. */
const MAX_AGE_MS = 30 * DAY_MS

/** Whose draft it is, and of which record: the id of a product or of a new one, or `content/` and an id. */
export interface DraftKey {
  userId: string
  recordId: string
}

/** The id of a product that has not been saved yet: each form has its own. */
export const createNewProductId = (): string => NEW + randomHex().slice(0, 8)

export const isNewProductId = (id: string): boolean => id.startsWith(NEW)

const toKey = ({ userId, recordId }: DraftKey): StorageKey =>
  defineKey(`${PREFIX}${userId}:${recordId}`, 'until logout')

/** Refuses values that an earlier release, an extension or a broken disk has left. */
const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  Number.isSafeInteger(value['revision']) &&
  Number(value['revision']) >= 0 &&
  typeof value['keptAt'] === 'string' &&
  !Number.isNaN(Date.parse(value['keptAt'])) &&
  'values' in value

export const readDraft = (key: DraftKey): Draft | undefined => readItem(toKey(key), isDraft)

/** The texts of a draft of several fields, by their names. */
export const toTexts = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(values) ? values : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The names of drafts that are typed and that the browser could not keep. */
const $unkept = atom<ReadonlySet<string>>(new Set())

/** Whether the browser kept everything that is typed. */
export const $draftsKept = computed($unkept, (names) => names.size === 0)

function setKept(key: DraftKey, isKept: boolean): void {
  const names = new Set($unkept.get())
  if (isKept) names.delete(toKey(key))
  else names.add(toKey(key))
  $unkept.set(names)
}

/** Forgets what could not be kept: its page is left. */
export const forgetUnkept = (): void => $unkept.set(new Set())

/** @returns whether the browser kept it. */
export function storeDraft(key: DraftKey, draft: Draft): boolean {
  const isKept = keepItem(toKey(key), draft)
  setKept(key, isKept)
  return isKept
}

export function removeDraft(key: DraftKey): void {
  setKept(key, true)
  removeItem(toKey(key))
}

/** Drafts of new products of a user by their ids, the latest first. */
export function listNewDrafts(userId: string): [recordId: string, draft: Draft][] {
  const start = toKey({ userId, recordId: '' }).length
  return listDeviceKeys(`${PREFIX}${userId}:${NEW}`)
    .flatMap((key): [string, Draft][] => {
      const draft = readItem(key, isDraft)
      return draft ? [[key.slice(start), draft]] : []
    })
    .sort(([, a], [, b]) => b.keptAt.localeCompare(a.keptAt))
}

/** Whether this device has drafts. */
export const hasDrafts = (): boolean => listDeviceKeys(PREFIX).length > 0

/** Removes drafts that have been left for a month. */
export function removeOldDrafts(now: number): void {
  for (const key of listDeviceKeys(PREFIX)) {
    const draft = readItem(key, isDraft)
    if (!draft || now - Date.parse(draft.keptAt) > MAX_AGE_MS) removeItem(key)
  }
}
