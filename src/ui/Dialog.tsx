import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { closeIcon } from './icons.ts'

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
    // Closed while it is still in the document, so that the browser returns the focus.
    return () => element.close()
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

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  wide?: boolean
}

/** A modal dialog in the middle of the screen, with a heading and a close button. */
export const Dialog = ({ title, onClose, children, wide }: DialogProps) => (
  <Modal
    label={title}
    onClose={onClose}
    className={`m-auto max-h-[90dvh] w-[calc(100vw-2rem)] overflow-y-auto rounded-control border border-line bg-page p-0 text-ink backdrop:bg-scrim ${wide ? 'max-w-4xl' : 'max-w-lg'}`}
  >
    <div className="relative flex flex-col gap-5 p-6">
      <h2 className="pe-9 text-title leading-tight">{title}</h2>
      {children}
      {/* After the content, so that the focus begins there. */}
      <IconButton label="Close" className="absolute end-4 top-4" onClick={onClose}>
        <Icon path={closeIcon} />
      </IconButton>
    </div>
  </Modal>
)
