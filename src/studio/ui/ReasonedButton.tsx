import type { ComponentProps } from 'react'
import { Button } from '#src/ui/Button.tsx'

interface Props extends ComponentProps<typeof Button> {
  /** Why it cannot act now. It keeps the focus, and says so to the pointer and to screen readers. */
  reason?: string | undefined
}

/** A button that cannot always act. */
export const ReasonedButton = ({ reason, ...rest }: Props) => (
  <Button {...rest} aria-disabled={reason !== undefined} aria-description={reason} title={reason} />
)

export const NOT_SAVED = 'Save or discard what you typed first.'
