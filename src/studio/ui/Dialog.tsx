import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  title: string
  /** Called when the dialog is closed by Escape, its close button or a click beside it. */
  onClose: () => void
  children: ReactNode
  wide?: boolean
}

/** A modal dialog: the browser keeps the focus inside and returns it. */
export function Dialog({ title, onClose, children, wide }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed while it is still in the document, so that the browser returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      className={`m-auto max-h-[90dvh] w-[calc(100vw-2rem)] overflow-y-auto rounded-control border border-line bg-page p-0 text-ink backdrop:bg-scrim ${wide ? 'max-w-4xl' : 'max-w-lg'}`}
    >
      <div className="flex flex-col gap-5 p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id="dialog-title" className="text-title leading-tight">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            className="-me-2 -mt-2 grid size-11 shrink-0 place-items-center text-2xl leading-none"
            onClick={onClose}
          >
            ×
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
