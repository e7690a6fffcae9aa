import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the keyboard's place when what had the focus is taken away: the focus moves to the part of
 * the page that held it.
 * @param count things shown; the focus is looked after when it falls.
 */
export function useFocusFallback<Part extends HTMLElement>(count: number): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const before = useRef(count)
  useEffect(() => {
    const fewer = count < before.current
    before.current = count
    const { activeElement } = document
    if (fewer && (!activeElement || activeElement === document.body))
      part.current?.focus({ preventScroll: true })
  }, [count])
  return part
}
