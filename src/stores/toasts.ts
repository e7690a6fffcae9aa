import { atom } from 'nanostores'
import { forget, isRecord, keep, readKept } from './storage.ts'

type ToastKind = 'success' | 'error' | 'blank' | 'loading'

export interface ToastAction {
  label: string
  press: () => void
}

export interface ToastNote {
  id: number
  kind: ToastKind
  text: string
  action?: ToastAction
}

/** Toasts that are asked for and not shown yet; the Toasts island takes them. */
export const $toastsWaiting = atom<readonly ToastNote[]>([])

/** Ids of loading toasts that are over. */
export const $toastsOver = atom<readonly number[]>([])

let last = 0

function ask(kind: ToastKind, text: string, action?: ToastAction): number {
  last += 1
  $toastsWaiting.set([...$toastsWaiting.get(), { id: last, kind, text, ...(action && { action }) }])
  return last
}

/** Every sentence the shop says in its toasts. Each gives the id of its toast. */
export const say = {
  success: (text: string, action?: ToastAction): number => ask('success', text, action),
  error: (text: string, action?: ToastAction): number => ask('error', text, action),
  /** Neither good nor bad. */
  blank: (text: string): number => ask('blank', text),
  /** Stays until `dismiss`. */
  loading: (text: string): number => ask('loading', text),
  dismiss: (id: number): void => $toastsOver.set([...$toastsOver.get(), id]),
}

/** Gives the waiting toasts out, once. */
export function takeToasts(): readonly ToastNote[] {
  const waiting = $toastsWaiting.get()
  if (waiting.length > 0) $toastsWaiting.set([])
  return waiting
}

const LATER_KEY = 'kairavi-toast'

interface Later {
  kind: 'success' | 'error'
  text: string
}

const isLater = (value: unknown): value is Later =>
  isRecord(value) &&
  (value['kind'] === 'success' || value['kind'] === 'error') &&
  typeof value['text'] === 'string'

/** Says it on the next page of this tab, for what ends in a change of page. */
export const sayOnNextPage = (kind: Later['kind'], text: string): void =>
  keep(LATER_KEY, { kind, text } satisfies Later)

/** Says what the page before left to say. */
export function sayWhatWasLeft(): void {
  const later = readKept(LATER_KEY, isLater)
  forget(LATER_KEY)
  if (later) ask(later.kind, later.text)
}
