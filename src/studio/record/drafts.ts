import { atom, computed } from 'nanostores'
import { randomHex } from '#src/api-client/idempotency-key.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { getDeviceStorage, keepOnDevice, readKept } from '../app/device-storage.ts'

/** What an editor typed and has not saved, kept on this device. */
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
const MAX_AGE_MS = 30 * 86_400_000

/** Whose draft it is, and of which record: the id of a product or of a new one, or `content/` and an id. */
export interface DraftKey {
  userId: string
  recordId: string
}

/** The id of a product that has not been saved yet: each form has its own. */
export const createNewProductId = (): string => NEW + randomHex().slice(0, 8)

export const isNewProductId = (id: string): boolean => id.startsWith(NEW)

const toName = ({ userId, recordId }: DraftKey): string => `${PREFIX}${userId}:${recordId}`

/** What an earlier release, an extension or a broken disk has left is no draft. */
const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  Number.isSafeInteger(value['revision']) &&
  Number(value['revision']) >= 0 &&
  typeof value['keptAt'] === 'string' &&
  !Number.isNaN(Date.parse(value['keptAt'])) &&
  'values' in value

export const readDraft = (key: DraftKey, storage = getDeviceStorage()): Draft | undefined =>
  readKept(toName(key), isDraft, storage)

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
  if (isKept) names.delete(toName(key))
  else names.add(toName(key))
  $unkept.set(names)
}

/** Forgets what could not be kept: its page is left. */
export const forgetUnkept = (): void => $unkept.set(new Set())

/** @returns whether the browser kept it. */
export function storeDraft(key: DraftKey, draft: Draft, storage = getDeviceStorage()): boolean {
  const isKept = keepOnDevice(toName(key), draft, storage)
  setKept(key, isKept)
  return isKept
}

export function removeDraft(key: DraftKey, storage = getDeviceStorage()): void {
  setKept(key, true)
  removeNamed(toName(key), storage)
}

function removeNamed(name: string, storage: Storage | undefined): void {
  try {
    storage?.removeItem(name)
  } catch {
    // Without storage there is no draft.
  }
}

/** Drafts of new products of a user by their ids, the latest first. */
export function listNewDrafts(
  userId: string,
  storage = getDeviceStorage(),
): [recordId: string, draft: Draft][] {
  const prefix = toName({ userId, recordId: NEW })
  return listNames(storage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name): [string, Draft][] => {
      const draft = readKept(name, isDraft, storage)
      return draft ? [[name.slice(toName({ userId, recordId: '' }).length), draft]] : []
    })
    .sort(([, a], [, b]) => b.keptAt.localeCompare(a.keptAt))
}

/** Removes drafts that have been left for a month. */
export function removeOldDrafts(now: number, storage = getDeviceStorage()): void {
  for (const name of listNames(storage)) {
    const draft = readKept(name, isDraft, storage)
    if (!draft || now - Date.parse(draft.keptAt) > MAX_AGE_MS) removeNamed(name, storage)
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
