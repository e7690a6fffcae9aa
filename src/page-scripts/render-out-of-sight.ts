import { onLoad } from './on-load.ts'

/** Cards that one idle task renders: more would make a long task on a slow phone. */
const CARDS_PER_TASK = 3

/**
 * Renders the cards that are out of sight in idle tasks once the page is loaded, so that a capture of the page has it
 * whether or not it was scrolled (`content-visibility` of card-grid.css).
 */
function renderOutOfSight(): void {
  const { dataset } = document.documentElement
  const cards = [...document.querySelectorAll<HTMLElement>('.card-grid > li')]
  const renderNext = () => {
    if ('scrolled' in dataset) return
    for (const card of cards.splice(0, CARDS_PER_TASK)) card.dataset['rendered'] = ''
    if (cards.length > 0) runWhenIdle(renderNext)
    else dataset['scrolled'] = ''
  }
  runWhenIdle(renderNext)
}

const runWhenIdle = (task: () => void) => (globalThis.requestIdleCallback ?? setTimeout)(task)

onLoad(renderOutOfSight)
