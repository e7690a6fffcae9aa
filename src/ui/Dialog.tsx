import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { closeIcon } from './icons.ts'
import { Modal } from './Modal.tsx'

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
