import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isFacet } from '#src/rules/listing/facets.ts'
import { toggleFacet } from '#src/rules/listing/listing.ts'
import { productMessages } from '#src/rules/messages/products.ts'
import { $filters, setFilters } from '#src/stores/listing.ts'
import { loadSearch } from '#src/stores/search-index.ts'
import { toast } from '#src/stores/toasts.ts'
import { FILTER_PANEL_ID } from './FilterBar.tsx'

/** The controls that are loaded with the first use of a filter; null where they cannot be. */
const loadControls = () => import('./controls.ts').catch(() => null)

/**
 * The panel and the menus of the filters. Until their script is loaded, the browser itself opens the static ones.
 * @param list what has them.
 * @param query of the search that tells their values.
 */
export function useFilterControls(list: RefObject<HTMLElement | null>, query: string) {
  const [panelOpen, setPanelOpen] = useState(false)
  const [controls, setControls] = useState<Awaited<ReturnType<typeof loadControls>>>()

  async function load(opensPanel = false): Promise<void> {
    void loadSearch(query)
    if (controls) return
    const loaded = await loadControls()
    // Their boxes take the place of the static ones.
    applyPressedBoxes(list.current)
    const panel = list.current?.querySelector<HTMLDialogElement>(`#${FILTER_PANEL_ID}`)
    const hasCommands = 'commandForElement' in HTMLButtonElement.prototype
    const wasOpen = panel?.open === true
    // The focus returns to the button, from which the panel that follows takes it.
    panel?.close()
    flushSync(() => {
      setPanelOpen(loaded !== null && (wasOpen || (opensPanel && !hasCommands)))
      setControls(loaded)
    })
    if (!loaded) toast.error(productMessages.filtersFailed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a press before hydration
  useEffect(() => {
    if (list.current?.querySelector(`#${FILTER_PANEL_ID}[open]`)) void load()
  }, [])
  return { controls, load, panelOpen, setPanelOpen }
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
