import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Notice } from './Notice.tsx'

interface Props {
  message: string
  /** What the shopper may do; with it the failure fills the page instead of one line. */
  hint?: string
  /** A retry is pending. */
  busy?: boolean
  onRetry: () => void
}

/** The error text of a request that failed, with a button that repeats it. */
export function LoadFailed({ message, hint, busy, onRetry }: Props) {
  const retry = (
    <Button variant={hint ? 'primary' : 'secondary'} busy={busy} onClick={onRetry}>
      Try again
    </Button>
  )
  if (hint)
    return (
      <div role="alert">
        <EmptyState title={message} text={hint} action={retry} />
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-6 py-block">
      <Notice kind="error">{message}</Notice>
      {retry}
    </div>
  )
}
