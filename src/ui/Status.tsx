import { type ComponentProps, useEffect, useState } from 'react'

/** A sentence that screen readers announce when it appears: its element exists before its text. */
export function Status({
  children,
  className = '',
}: Pick<ComponentProps<'p'>, 'children' | 'className'>) {
  const [hasText, setHasText] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasText(true))
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className={`min-h-lh ${className}`}>
      {hasText && children}
    </p>
  )
}
