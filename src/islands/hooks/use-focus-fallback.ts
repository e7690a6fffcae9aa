import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the returned element when an item of it that had the focus is removed, so that
 * keyboard users keep their position.
 * @param count number of items shown; the focus is checked when it decreases.
 */
export function useFocusFallback<Container extends HTMLElement>(
  count: number,
): RefObject<Container | null> {
  const container = useRef<Container>(null)
  const previousCount = useRef(count)
  useEffect(() => {
    const removed = count < previousCount.current
    previousCount.current = count
    const { activeElement } = document
    if (removed && (!activeElement || activeElement === document.body))
      container.current?.focus({ preventScroll: true })
  }, [count])
  return container
}
