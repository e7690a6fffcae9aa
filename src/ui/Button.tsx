import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet'
export type ButtonSize = 'regular' | 'narrow' | 'flush'

const shared =
  'inline-flex min-h-12 items-center justify-center gap-2.5 rounded-control py-3 text-center text-body-sm leading-tight font-medium tracking-[0.04em] transition-colors duration-200 ease-standard disabled:opacity-55 aria-busy:cursor-progress'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border border-ink bg-ink text-page enabled:hover:border-accent enabled:hover:bg-accent enabled:hover:text-accent-ink',
  secondary:
    'border border-edge bg-transparent text-ink enabled:hover:border-ink enabled:hover:bg-surface',
  quiet:
    'border border-transparent text-ink underline decoration-edge decoration-1 underline-offset-[0.3em] enabled:hover:decoration-current',
}

/** Horizontal padding: `flush` aligns the label of a quiet button with the text around it. */
const sizes: Record<ButtonSize, string> = {
  regular: 'px-[min(1.75rem,7.5vw)]',
  narrow: 'px-3',
  flush: 'px-0',
}

/** The classes of a button, for links that look like one. */
export const buttonClass = (
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'regular',
): string => `${shared} ${sizes[size]} ${variants[variant].replaceAll('enabled:hover:', 'hover:')}`

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  variant?: ButtonVariant
  size?: ButtonSize
}

/** A link that looks like a button. */
export const ButtonLink = ({ variant, size, className = '', ...rest }: LinkProps) => (
  <a {...rest} className={`${buttonClass(variant, size)} ${className}`} />
)

interface QuestionLinkProps {
  question: string
  href: string
  label: string
}

/** The way from one form to another. */
export const QuestionLink = ({ question, href, label }: QuestionLinkProps) => (
  <p className="text-muted">
    {question}{' '}
    <a href={href} className="inline-flex min-h-11 items-center text-ink link">
      {label}
    </a>
  </p>
)

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** The request of this button is pending: it is disabled, and marked busy for screen readers. */
  busy?: boolean
}

export function Button({
  variant = 'primary',
  size = 'regular',
  busy,
  className,
  disabled,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${shared} ${sizes[size]} ${variants[variant]} ${className ?? ''}`}
    />
  )
}
