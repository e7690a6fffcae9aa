import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { DialogActions } from './DialogActions.tsx'
import { TextLink } from './TextLink.tsx'

interface Question {
  title: string
  text: string
  confirmLabel: string
  /** The confirmed action cannot be undone. */
  isDangerous?: boolean
  /** Leads to where more can be done than to confirm. */
  link?: { label: string; to: string }
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
  const { title, text, confirmLabel, isDangerous, link, answer } = question
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p className="text-body-sm wrap-anywhere whitespace-pre-line text-muted">{text}</p>
      <DialogActions>
        {link && (
          <TextLink to={link.to} className="me-auto" onClick={() => answer(false)}>
            {link.label}
          </TextLink>
        )}
        <Button variant="secondary" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button variant={isDangerous ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
