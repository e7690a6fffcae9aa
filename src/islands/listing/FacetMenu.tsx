import { type ComponentProps, useEffect, useRef } from 'react'
import { productMessages } from '#src/rules/messages/products.ts'
import { FacetValues } from './FacetValues.tsx'

/** Content of a disclosure. Escape, and a press or the focus outside, close it. */
export function FacetMenu(props: ComponentProps<typeof FacetValues>) {
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
      <FacetValues {...props} />
      <p role="status" className="text-body-sm text-muted empty:absolute">
        {props.search === null && productMessages.filtersFailed}
      </p>
    </div>
  )
}
