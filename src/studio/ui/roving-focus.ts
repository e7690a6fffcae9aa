import { type RefObject, useEffect } from 'react'

const ITEMS = 'a[href], button'

/** The item that is shown, chosen or sorted by. */
const CURRENT = '[aria-current], [aria-pressed="true"], [aria-sort$="cending"] button'

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Makes the links and buttons of a group, e.g. of a menu, one stop of the Tab key: arrow keys go from one to the next. */
export function useRovingFocus(group: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = group.current
    if (!element) return
    const list = () =>
      [...element.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.offsetParent !== null)
    const setStop = (stop: Element | null | undefined) => {
      for (const item of element.querySelectorAll<HTMLElement>(ITEMS))
        item.tabIndex = item === stop ? 0 : -1
    }
    const showCurrent = () => {
      const items = list()
      const focused = items.find((item) => item === document.activeElement)
      setStop(focused ?? items.find((item) => item.matches(CURRENT)) ?? items[0])
    }
    const handleFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(ITEMS)) setStop(target)
    }
    const handleKey = (event: KeyboardEvent) => {
      const items = list()
      const index = items.indexOf(document.activeElement as HTMLElement)
      const step = STEPS[event.key]
      if (!step || index < 0 || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      items[step(index, items.length)]?.focus()
    }
    element.dataset['roving'] = ''
    showCurrent()
    const changes = new MutationObserver(showCurrent)
    const attributeFilter = ['aria-current', 'aria-pressed', 'aria-sort']
    changes.observe(element, { childList: true, subtree: true, attributeFilter })
    element.addEventListener('focusin', handleFocus)
    element.addEventListener('keydown', handleKey)
    return () => {
      changes.disconnect()
      element.removeEventListener('focusin', handleFocus)
      element.removeEventListener('keydown', handleKey)
    }
  }, [group])
}
