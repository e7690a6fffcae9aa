import { startTransition, useEffect, useState } from 'react'
import type { GridEntry } from '#src/rules/listing/listing-view.ts'

/** A row of a phone. All 24 cards of a page in one frame would delay the next press by 0.2 s on a slow phone. */
const CARDS_PER_TURN = 2

const listCards = (entries: GridEntry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ slug, item }) => (item ? slug : [])))

/**
 * Returns the entries of a list with the cards that are rendered so far. The others are skeletons.
 * @param inTurns false renders all cards at once.
 */
export function useCardsInTurns(entries: GridEntry[], inTurns: boolean): GridEntry[] {
  const [rendered, setRendered] = useState(() => listCards(inTurns ? [] : entries))
  let left = inTurns ? CARDS_PER_TURN : Number.POSITIVE_INFINITY
  const shown = entries.map((entry) =>
    !entry.item || rendered.has(entry.slug) || left-- > 0
      ? entry
      : { slug: entry.slug, item: undefined },
  )
  useEffect(() => {
    const cards = listCards(shown)
    const isSame = cards.size === rendered.size && [...cards].every((slug) => rendered.has(slug))
    if (isSame) return
    // Waits for the next paint, because two turns in one frame would have no effect.
    const frame = requestAnimationFrame(() => startTransition(() => setRendered(cards)))
    return () => cancelAnimationFrame(frame)
  })
  return shown
}
