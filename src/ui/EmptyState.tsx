import type { ReactNode } from 'react'
import type { Picture as PictureData } from '#src/contract/catalog.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { Picture } from './Picture.tsx'

interface Props {
  title: string
  text?: string
  picture?: PictureData
  /** A link or a button. */
  action?: ReactNode
}

export function EmptyState({ title, text, picture, action }: Props) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-6 py-block text-center">
      {picture ? (
        <Picture
          picture={picture}
          sizes="16rem"
          alt=""
          className="aspect-product w-56 object-cover"
        />
      ) : (
        <LotusMoon />
      )}
      <h2 className="text-title">{title}</h2>
      {text && <p className="text-muted">{text}</p>}
      {action}
    </div>
  )
}

/** The drawing for a missing photograph: the moon over a lotus. */
function LotusMoon() {
  return (
    <svg
      viewBox="0 0 160 120"
      className="h-32 w-auto max-w-full fill-none stroke-accent"
      strokeWidth="1.25"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="80" cy="34" r="22" />
      <path d="M80 52c12 14 12 34 0 50-12-16-12-36 0-50z" />
      <path d="M69 68c-14-4-24 0-32 6 6 16 20 26 43 28M91 68c14-4 24 0 32 6-6 16-20 26-43 28" />
      <path d="M44 72c-10 0-20 4-28 11 14 12 36 19 64 19s50-7 64-19c-8-7-18-11-28-11M30 112h100" />
    </svg>
  )
}

interface LoadFailedProps {
  message: string
  /** An action for the shopper; with it the failure fills the page instead of one line. */
  hint?: string
  /** Within one line. */
  inline?: boolean
  /** A retry is pending. */
  busy?: boolean
  onRetry: () => void
}

/** The error text of a request that failed, with a button that repeats it. */
export function LoadFailed({ message, hint, inline, busy, onRetry }: LoadFailedProps) {
  const retry = (
    <Button variant={hint ? 'primary' : 'secondary'} busy={busy} onClick={onRetry}>
      Try again
    </Button>
  )
  if (inline)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
        {message}
        {retry}
      </div>
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
