import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Tool } from './controls.tsx'

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
      <div className="relative flex flex-col gap-5 p-6">
        <h2 id="dialog-title" className="pe-9 text-title leading-tight">
          {title}
        </h2>
        {children}
        {/* After the content, so that the focus begins there. */}
        <button
          type="button"
          aria-label="Close"
          className="absolute end-4 top-4 grid size-11 place-items-center text-2xl leading-none"
          onClick={onClose}
        >
          ×
        </button>
      </div>
    </dialog>
  )
}

interface Question {
  title: string
  text: string
  confirmLabel: string
  answer: (confirmed: boolean) => void
}

const $question = atom<Question | undefined>()

/** Asks in a dialog. @returns whether the editor confirmed. */
export const confirm = (question: Omit<Question, 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    $question.set({
      ...question,
      answer: (confirmed) => {
        $question.set(undefined)
        resolve(confirmed)
      },
    })
  })

export function ConfirmDialog() {
  const question = useStore($question)
  if (!question) return null
  const { title, text, confirmLabel, answer } = question
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p className="text-body-sm text-muted">{text}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Tool onClick={() => answer(false)}>Cancel</Tool>
        <Tool kind="primary" onClick={() => answer(true)}>
          {confirmLabel}
        </Tool>
      </div>
    </Dialog>
  )
}
