import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'

interface Props {
  submitLabel: string
  /** Its action cannot be undone. */
  isDangerous?: boolean
  busy?: boolean
  onInput?: ComponentProps<'form'>['onInput']
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/** The form of a dialog with one button. Its fields show their errors, not the browser. */
export const DialogForm = ({
  submitLabel,
  isDangerous,
  busy,
  onInput,
  onSubmit,
  children,
}: Props) => (
  <form
    noValidate
    className="flex flex-col gap-5"
    onInput={onInput}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(event.currentTarget)
    }}
  >
    {children}
    <Button
      type="submit"
      variant={isDangerous ? 'danger' : 'primary'}
      busy={busy}
      className="self-end"
    >
      {submitLabel}
    </Button>
  </form>
)
