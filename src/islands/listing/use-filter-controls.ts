import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isFacet } from '#src/rules/listing/facets.ts'
import { toggleFacet } from '#src/rules/listing/listing.ts'
import { productMessages } from '#src/rules/messages/products.ts'
import { $filters, setFilters } from '#src/stores/listing.ts'
import { loadSearch } from '#src/stores/search-index.ts'
import { toast } from '#src/stores/toasts.ts'
import { FILTER_PANEL_ID } from './FilterBar.tsx'

/** Loads the controls with the first use of a filter; null if that fails. */
const loadControls = () => import('./controls.ts').catch(() => null)

/**
 * Returns the panel and the menus of the filters. Until their script is loaded, the browser opens the static ones.
 * @param list element that has them.
 * @param query of the search that knows their values.
 */
export function useFilterControls(list: RefObject<HTMLElement | null>, query: string) {
  const [panelOpen, setPanelOpen] = useState(false)
  const [controls, setControls] = useState<Awaited<ReturnType<typeof loadControls>>>()

  async function load(opensPanel = false): Promise<void> {
    void loadSearch(query)
    if (controls) return
    const loaded = await loadControls()
    // The new boxes replace the static ones.
    applyPressedBoxes(list.current)
    const panel = findPanel(list.current)
    const hasCommands = 'commandForElement' in HTMLButtonElement.prototype
    const wasOpen = panel?.open === true
    const restorePlace = wasOpen && readPlace(panel)
    // The focus returns to the button. The next panel takes it from there.
    panel?.close()
    flushSync(() => {
      setPanelOpen(loaded !== null && (wasOpen || (opensPanel && !hasCommands)))
      setControls(loaded)
    })
    const next = findPanel(list.current)
    if (restorePlace && next) restorePlace(next)
    if (!loaded) toast.error(productMessages.filtersFailed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a press before hydration
  useEffect(() => {
    if (list.current?.querySelector(`#${FILTER_PANEL_ID}[open]`)) void load()
  }, [])
  return { controls, load, panelOpen, setPanelOpen }
}

const findPanel = (list: HTMLElement | null) =>
  list?.querySelector<HTMLDialogElement>(`#${FILTER_PANEL_ID}`)

const findContent = (panel: HTMLElement) => panel.querySelector<HTMLElement>(':scope > div')

/** Reads focus and scroll of a panel. @returns a function that gives them to another one. */
function readPlace(panel: HTMLElement): (next: HTMLElement) => void {
  const { activeElement } = document
  const focused = activeElement instanceof HTMLInputElement ? activeElement : undefined
  const scrolled = findContent(panel)?.scrollTop
  return (next) => {
    for (const box of next.querySelectorAll('input'))
      if (box.name === focused?.name && box.value === focused.value)
        box.focus({ preventScroll: true })
    findContent(next)?.scrollTo(0, scrolled ?? 0)
  }
}

/** Applies the static boxes of filters that were pressed, each once. */
export function applyPressedBoxes(list: HTMLElement | null): void {
  for (const box of list?.querySelectorAll<HTMLInputElement>('astro-slot input') ?? []) {
    const { name, value, checked } = box
    const filters = $filters.get()
    const isPressed = checked !== box.defaultChecked
    box.defaultChecked = checked
    if (isPressed && isFacet(name) && filters[name].includes(value) !== checked)
      setFilters(toggleFacet(filters, name, value))
  }
}
