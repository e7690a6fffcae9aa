import { atom } from 'nanostores'
import { isRecord } from '#src/rules/is-record.ts'
import { defineKey, readItem, removeItem, setItem } from './storage.ts'

type ToastKind = 'success' | 'error' | 'blank' | 'loading'

export interface ToastAction {
  label: string
  onPress: () => void
}

/** The product that a toast is about. */
export interface ToastProduct {
  title: string
  /** URL of its picture; empty without one. */
  image: string
}

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  action?: ToastAction
  product?: ToastProduct
}

/** Toasts that no toast area has taken yet. */
export const $waitingToasts = atom<readonly Toast[]>([])

/** Ids of loading toasts that are dismissed. */
export const $dismissedToasts = atom<readonly number[]>([])

let lastId = 0

function add(kind: ToastKind, text: string, action?: ToastAction, product?: ToastProduct): number {
  lastId += 1
  $waitingToasts.set([
    ...$waitingToasts.get(),
    { id: lastId, kind, text, ...(action && { action }), ...(product && { product }) },
  ])
  return lastId
}

/** Shows toasts (spec §8). Each function returns the id of its toast. */
export const toast = {
  success: (text: string, action?: ToastAction, product?: ToastProduct): number =>
    add('success', text, action, product),
  error: (text: string, action?: ToastAction): number => add('error', text, action),
  /** Neither success nor error. */
  blank: (text: string, action?: ToastAction, product?: ToastProduct): number =>
    add('blank', text, action, product),
  /** Stays until `dismiss`. */
  loading: (text: string): number => add('loading', text),
  dismiss: (id: number): void => $dismissedToasts.set([...$dismissedToasts.get(), id]),
}

/** Returns the waiting toasts, each once. */
export function takeToasts(): readonly Toast[] {
  const waiting = $waitingToasts.get()
  if (waiting.length > 0) $waitingToasts.set([])
  return waiting
}

const NEXT_PAGE_KEY = defineKey('kairavi-toast', 'tab')

interface StoredToast {
  kind: 'success' | 'error'
  text: string
}

const isStoredToast = (value: unknown): value is StoredToast =>
  isRecord(value) &&
  (value['kind'] === 'success' || value['kind'] === 'error') &&
  typeof value['text'] === 'string'

let isLeaving = false

/** Shows a toast on the next page of this tab, after an action that ends in a navigation. */
export function toastOnNextPage(kind: StoredToast['kind'], text: string): void {
  isLeaving = true
  setItem(NEXT_PAGE_KEY, { kind, text } satisfies StoredToast)
}

/** Shows the toast that the previous page stored. */
export function showStoredToast(): void {
  // The action can end before this page is hydrated: the toast is for the next one.
  if (isLeaving) return
  const stored = readItem(NEXT_PAGE_KEY, isStoredToast)
  removeItem(NEXT_PAGE_KEY)
  if (stored) add(stored.kind, stored.text)
}
