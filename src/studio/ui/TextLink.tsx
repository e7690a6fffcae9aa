import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { textLinkClass } from '#src/ui/Button.tsx'

/** `to` is a page of the studio, `href` any other address. */
type TextLinkProps = Omit<ComponentProps<'a'>, 'href'> &
  ({ to: string; replace?: boolean } | { href: string })

/** An underlined link that is 44 px high. */
export function TextLink({ className = '', ...rest }: TextLinkProps) {
  const props = { ...rest, className: `${textLinkClass} ${className}` }
  return 'to' in props ? <Link {...props} /> : <a {...props} />
}
