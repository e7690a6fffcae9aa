import type { AnchorHTMLAttributes, ComponentProps } from 'react'

declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    /** The browser's action on the element of `commandfor`; not in React's types yet. */
    command?: 'show-modal' | 'close' | undefined
    commandfor?: string | undefined
  }
}

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'regular' | 'narrow' | 'flush' | 'card'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border border-ink bg-ink text-page enabled:hover:border-accent enabled:hover:bg-accent enabled:hover:text-accent-ink',
  secondary:
    'border border-edge bg-transparent text-ink enabled:hover:border-ink enabled:hover:bg-surface',
  quiet:
    'border border-transparent text-ink underline decoration-edge decoration-1 underline-offset-[0.3em] enabled:hover:decoration-current',
  danger: 'border border-danger bg-transparent text-danger enabled:hover:bg-surface',
}

/** `flush` aligns the label of a quiet button with the text around it; `card` is for a line of a product card. */
const sizes: Record<ButtonSize, string> = {
  regular: '',
  narrow: 'px-3',
  flush: 'px-0',
  card: 'min-h-11 justify-start px-0 py-0 text-sm',
}

/** The classes of a button, for links that look like one. */
export const buttonClass = (
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'regular',
): string => `button ${sizes[size]} ${variants[variant].replaceAll('enabled:hover:', 'hover:')}`

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  variant?: ButtonVariant
  size?: ButtonSize
}

/** A link that looks like a button. */
export const ButtonLink = ({ variant, size, className = '', ...rest }: LinkProps) => (
  <a {...rest} className={`${buttonClass(variant, size)} ${className}`} />
)

/** The classes of an underlined link that is 44 px high, and of a button that looks like one. */
export const textLinkClass = 'inline-flex min-h-11 items-center link'

/** An underlined link that is 44 px high. */
export const TextLink = ({ className = '', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...rest} className={`${textLinkClass} ${className}`} />
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
    <TextLink href={href} className="text-ink">
      {label}
    </TextLink>
  </p>
)

interface ButtonProps extends ComponentProps<'button'> {
  /** The request of this button is pending: a press does nothing, and the button keeps the focus. */
  busy?: boolean | undefined
}

/** The base of all buttons, without a look. With `aria-disabled` it keeps the focus, too. */
export function PlainButton({ busy, onClick, 'aria-disabled': unavailable, ...rest }: ButtonProps) {
  const isInert = Boolean(busy || unavailable)
  return (
    <button
      type="button"
      {...rest}
      // Enter in a field of a form presses its submit button: a busy form is not sent twice.
      onClick={isInert ? (event) => event.preventDefault() : onClick}
      aria-busy={busy || undefined}
      aria-disabled={isInert || undefined}
    />
  )
}

/** A button of 44 px with an icon alone; `label` names it. */
export const IconButton = ({ label, className = '', ...rest }: ButtonProps & { label: string }) => (
  <PlainButton aria-label={label} {...rest} className={`icon-button ${className}`} />
)

/** A button that looks like a link of a text. */
export const LinkButton = ({ className = '', ...rest }: ButtonProps) => (
  <PlainButton {...rest} className={`${textLinkClass} ${className}`} />
)

/** A row of a menu: an icon and a label. */
export const MenuRow = (props: ButtonProps) => (
  <PlainButton {...props} className="menu-row aria-disabled:opacity-55" />
)

interface Props extends ButtonProps {
  variant?: ButtonVariant
  size?: ButtonSize
}

export const Button = ({
  variant = 'primary',
  size = 'regular',
  className = '',
  ...rest
}: Props) => (
  <PlainButton {...rest} className={`button ${sizes[size]} ${variants[variant]} ${className}`} />
)
