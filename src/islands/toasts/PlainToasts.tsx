import { useEffect, useState } from 'react'
import { TOAST_LIMIT, TOAST_MS, TOAST_SUCCESS_MS } from '#src/rules/constants.ts'
import { $dismissedToasts, $waitingToasts, type Toast, takeToasts } from '#src/stores/toasts.ts'

const kindClasses: Record<Toast['kind'], string> = {
  success: 'bg-gold text-gold-ink',
  error: 'bg-ruby text-ruby-ink',
  blank: 'bg-surface text-ink',
  loading: 'bg-surface text-ink',
}

/** The fallback when the toaster's script cannot be fetched. */
export function PlainToasts() {
  const [notes, setNotes] = useState<readonly Toast[]>([])

  useEffect(() => {
    const hide = (ids: readonly number[]) =>
      setNotes((current) => current.filter(({ id }) => !ids.includes(id)))
    const stopShowing = $waitingToasts.subscribe(() => {
      const taken = takeToasts()
      if (taken.length > 0) setNotes((current) => [...current, ...taken].slice(-TOAST_LIMIT))
      for (const { id, kind } of taken)
        if (kind !== 'loading')
          setTimeout(() => hide([id]), kind === 'success' ? TOAST_SUCCESS_MS : TOAST_MS)
    })
    const stopHiding = $dismissedToasts.subscribe(hide)
    return () => {
      stopShowing()
      stopHiding()
    }
  }, [])

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-4 z-(--z-toasts) flex flex-col items-center gap-3"
    >
      {notes.map(({ id, kind, text, action }) => (
        <p
          key={id}
          className={`pointer-events-auto flex items-center gap-4 rounded-control px-5 py-3 text-body-sm ${kindClasses[kind]}`}
        >
          {text}
          {action && (
            <button type="button" className="link" onClick={action.onPress}>
              {action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  )
}
