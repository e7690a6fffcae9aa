import { useStore } from '@nanostores/react'
import { atom, computed } from 'nanostores'
import { readDraft, removeDraft, storeDraft, toTexts } from '../record/drafts.ts'
import type { QuickField } from './catalog.ts'

type NumberDrafts = Readonly<Record<string, string>>

/** Whose drafts they are; without a user nothing is kept. */
const $userId = atom('')

/**
 * Unsaved prices and stocks that were typed in the list. They are kept on this device, because rows are removed while
 * the list is scrolled.
 */
export const $numberDrafts = atom<NumberDrafts>({})

/** The number that is being typed or saved: it is no lost one. */
export const $editedNumber = atom('')

/** Whether the browser keeps them: without storage or room, they are on this page alone. */
export const $numbersKept = atom(true)

/** Whether a number is typed and not saved, also the one that is being typed. */
export const $hasNumberDrafts = computed($numberDrafts, (drafts) => Object.keys(drafts).length > 0)

/** How many numbers were left without being saved. */
export const $unsavedCount = computed(
  [$numberDrafts, $editedNumber],
  (drafts, edited) => Object.keys(drafts).filter((name) => name !== edited).length,
)

const toKey = () => ({ userId: $userId.get(), recordId: 'numbers' })

export const toDraftName = (id: string, field: QuickField): string => `${field}/${id}`

const read = (): NumberDrafts => toTexts(readDraft(toKey())?.values)

/** Shows what this user has typed before. */
export function openNumberDrafts(userId: string): void {
  $userId.set(userId)
  $numberDrafts.set(read())
}

export const useNumberDraft = (id: string, field: QuickField): string | undefined =>
  useStore($numberDrafts)[toDraftName(id, field)]

/** @param text undefined clears the draft. Drafts of other tabs stay. */
export function setNumberDraft(id: string, field: QuickField, text: string | undefined): void {
  const name = toDraftName(id, field)
  const change = (drafts: NumberDrafts): NumberDrafts => {
    const { [name]: _, ...others } = drafts
    return text === undefined ? others : { ...others, [name]: text }
  }
  $numberDrafts.set(change($numberDrafts.get()))
  const kept = change(read())
  if (Object.keys(kept).length === 0) {
    removeDraft(toKey())
    $numbersKept.set(true)
  } else {
    const draft = { revision: 0, keptAt: new Date().toISOString(), values: kept }
    $numbersKept.set(storeDraft(toKey(), draft))
  }
}

/** Forgets everything that is typed and not saved. */
export function discardNumberDrafts(): void {
  $numberDrafts.set({})
  $numbersKept.set(true)
  removeDraft(toKey())
}
