import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus if an item with the focus is removed: to the first link of its neighbour, or to the returned
 * element if none is left. Keyboard users keep their position. Items have `data-item`.
 * @param count number of items; the focus is checked when it decreases.
 */
export function useFocusFallback<Container extends HTMLElement>(
  count: number,
): RefObject<Container | null> {
  const container = useRef<Container>(null)
  const previousCount = useRef(count)
  /** The index of the item that had the focus last. */
  const index = useRef(0)

  useEffect(() => {
    const element = container.current
    const readIndex = ({ target }: FocusEvent) => {
      const focused = listItems(element).findIndex((item) => item.contains(target as Node))
      if (focused !== -1) index.current = focused
    }
    element?.addEventListener('focusin', readIndex)
    return () => element?.removeEventListener('focusin', readIndex)
  }, [])

  useEffect(() => {
    const removed = count < previousCount.current
    previousCount.current = count
    const { activeElement } = document
    if (!removed || (activeElement && activeElement !== document.body)) return
    const items = listItems(container.current)
    const neighbour = items[Math.min(index.current, items.length - 1)]
    if (neighbour) neighbour.querySelector('a')?.focus()
    else container.current?.focus({ preventScroll: true })
  }, [count])
  return container
}

const listItems = (element: HTMLElement | null): HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('[data-item]') ?? []),
]
