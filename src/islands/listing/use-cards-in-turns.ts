import { startTransition, useEffect, useState } from 'react'
import type { GridEntry } from '#src/rules/listing/listing-view.ts'

/** A row of a phone. The 24 of a page in one frame would delay the next press by 0.2 s on a slow one. */
const CARDS_PER_TURN = 2

const listCards = (entries: GridEntry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ slug, item }) => (item ? slug : [])))

/**
 * The entries of a list with the cards that are rendered so far; the others are skeletons.
 * @param inTurns false: all cards are rendered at once.
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
    // After the next paint: two turns in one frame would be no turns.
    const frame = requestAnimationFrame(() => startTransition(() => setRendered(cards)))
    return () => cancelAnimationFrame(frame)
  })
  return shown
}
