import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'

interface Toast {
  id: number
  kind: 'success' | 'error'
  text: string
  action?: { label: string; run: () => void } | undefined
}

/** A toast with an action stays longer: there is something to press. */
const SHOWN_MS = 4_000
const WITH_ACTION_MS = 10_000
const MAX_TOASTS = 4

const $toasts = atom<Toast[]>([])
let lastId = 0

const dismiss = (id: number) => $toasts.set($toasts.get().filter((toast) => toast.id !== id))

/** A toast stays while the pointer or the focus is on the toasts. */
function dismissLater(id: number, ms: number): void {
  setTimeout(() => {
    const isHeld = document.getElementById('toasts')?.matches(':hover, :focus-within')
    if (isHeld) dismissLater(id, SHOWN_MS)
    else dismiss(id)
  }, ms)
}

function show(kind: Toast['kind'], text: string, action?: Toast['action']): void {
  const id = ++lastId
  $toasts.set([...$toasts.get(), { id, kind, text, action }].slice(-MAX_TOASTS))
  dismissLater(id, action || kind === 'error' ? WITH_ACTION_MS : SHOWN_MS)
}

export const toast = {
  success: (text: string, action?: Toast['action']) => show('success', text, action),
  error: (text: string, action?: Toast['action']) => show('error', text, action),
}

const kindClasses = {
  success: 'bg-gold text-gold-ink',
  error: 'bg-ruby text-ruby-ink',
} as const

/** Alt+T moves the focus to the latest toast, as in the shop: Tab may take longer than it is shown. */
function handleShortcut(event: KeyboardEvent): void {
  if (event.code !== 'KeyT' || !event.altKey) return
  event.preventDefault()
  document.querySelector<HTMLElement>('#toasts > :last-child button')?.focus()
}

export function Toasts() {
  const toasts = useStore($toasts)
  useEffect(() => {
    addEventListener('keydown', handleShortcut)
    return () => removeEventListener('keydown', handleShortcut)
  }, [])
  return (
    <section
      id="toasts"
      aria-label="Messages, Alt+T"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-(--z-toasts) flex flex-col items-center gap-2 sm:items-end"
    >
      {toasts.map(({ id, kind, text, action }) => (
        <div
          key={id}
          className={`pointer-events-auto flex max-w-lg items-center gap-4 rounded-control px-5 py-2 text-body-sm shadow-lg ${kindClasses[kind]}`}
        >
          <span className="py-1.5">{text}</span>
          {action && (
            <button
              type="button"
              className="min-h-11 shrink-0 px-2 font-semibold underline underline-offset-4"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            aria-label="Dismiss"
            className="grid size-11 shrink-0 place-items-center text-xl leading-none"
            onClick={() => dismiss(id)}
          >
            ×
          </button>
        </div>
      ))}
    </section>
  )
}
