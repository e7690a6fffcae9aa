import { onLoad } from './on-load.ts'

/** Parts that one idle task renders: more would make a long task on a slow phone. */
const PARTS_PER_TASK = 3

/**
 * Renders what is out of sight in idle tasks once the page is loaded, so that a capture of the page has it
 * whether or not it was scrolled (`content-visibility` of card-grid.css and base.css).
 */
function renderOutOfSight(): void {
  const { dataset } = document.documentElement
  const parts = [
    ...document.querySelectorAll<HTMLElement>('.card-grid > li, [class*="below-fold-"]'),
  ]
  const renderNext = () => {
    if ('scrolled' in dataset) return
    for (const part of parts.splice(0, PARTS_PER_TASK)) part.dataset['rendered'] = ''
    if (parts.length > 0) runWhenIdle(renderNext)
    else dataset['scrolled'] = ''
  }
  runWhenIdle(renderNext)
}

const runWhenIdle = (task: () => void) => (globalThis.requestIdleCallback ?? setTimeout)(task)

onLoad(renderOutOfSight)
