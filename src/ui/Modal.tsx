import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface ModalProps {
  /** Names the dialog for screen readers. */
  label: string
  /** A dialog that stays mounted, e.g. for its transition, is opened by this; others by being mounted. */
  open?: boolean
  id?: string
  className: string
  /** A press of a link in it closes it, e.g. one to a part of the page that is shown. */
  closesOnLink?: boolean
  /** Called when Escape, a click beside the dialog or a link in it has closed it. */
  onClose: () => void
  children: ReactNode
}

/** Fields whose text would be lost with the dialog. */
const TEXT_FIELD =
  'textarea, select, [contenteditable], input:not([type=search], [type=radio], [type=checkbox])'

const KEY_EVENTS = ['keydown', 'keypress', 'keyup'] as const

/**
 * The key press that opens a dialog never answers it, although its later events reach the button with the focus.
 * @returns a function that ends it.
 */
function ignoreHeldKey(dialog: HTMLDialogElement): () => void {
  const ignore = (event: KeyboardEvent) => {
    if (event.type === 'keydown' && !event.repeat) release()
    else event.preventDefault()
  }
  const release = () => {
    for (const type of KEY_EVENTS) dialog.removeEventListener(type, ignore, true)
  }
  for (const type of KEY_EVENTS) dialog.addEventListener(type, ignore, true)
  return release
}

/**
 * A modal dialog without a look: the browser keeps the focus inside and returns it. A click beside it
 * closes it, unless a text was typed. Its content fills it, so that only the backdrop is beside it.
 */
export function Modal({
  label,
  open = true,
  closesOnLink,
  onClose,
  children,
  ...rest
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isDirty = useRef(false)
  // A press that begins in the dialog, e.g. to select text, may end beside it.
  const pressedBeside = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    isDirty.current = false
    element.showModal()
    // Keys that are pressed in a frame, e.g. Escape, do not reach the dialog.
    if (document.activeElement instanceof HTMLIFrameElement)
      element.querySelector('button')?.focus()
    const release = ignoreHeldKey(element)
    // Closed while it is still in the document, so that the browser returns the focus.
    return () => {
      release()
      element.close()
    }
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog
    <dialog
      {...rest}
      ref={dialog}
      aria-label={label}
      // React passes the event of an inner dialog on to the outer one.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      onInput={({ target }) => {
        if (target instanceof Element && target.matches(TEXT_FIELD)) isDirty.current = true
      }}
      onPointerDown={({ target, currentTarget }) => {
        pressedBeside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) => {
        const isBeside = target === currentTarget && pressedBeside.current
        const isLink = closesOnLink && target instanceof Element && target.closest('a') !== null
        if ((isBeside && !isDirty.current) || isLink) currentTarget.close()
      }}
    >
      {children}
    </dialog>
  )
}
