import { type ComponentProps, useEffect, useRef } from 'react'
import { pageMessages } from '#src/rules/messages/pages.ts'
import type { SearchEntry } from '#src/rules/search/search.ts'
import { FacetValues } from './FacetValues.tsx'

interface Props extends Omit<ComponentProps<typeof FacetValues>, 'candidates'> {
  /** Undefined until they are known, null where they cannot be. */
  candidates: readonly SearchEntry[] | null | undefined
}

/** The content of a disclosure, which Escape and a press or the focus outside close. */
export function FacetMenu({ candidates, ...props }: Props) {
  const content = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const menu = content.current?.closest('details')
    if (!menu) return
    const listening = new AbortController()
    const { signal } = listening
    function closeFromOutside({ target }: Event) {
      if (target instanceof Node && !menu?.contains(target)) menu?.removeAttribute('open')
    }
    function closeByKey({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !menu?.open) return
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    addEventListener('pointerdown', closeFromOutside, { signal })
    addEventListener('focusin', closeFromOutside, { signal })
    menu.addEventListener('keydown', closeByKey, { signal })
    return () => listening.abort()
  }, [])

  return (
    <div ref={content}>
      {candidates ? (
        <FacetValues candidates={candidates} {...props} />
      ) : (
        <p role="status" className="text-body-sm text-muted">
          {candidates === null ? pageMessages.products.filtersFailed : 'Loading…'}
        </p>
      )}
    </div>
  )
}
