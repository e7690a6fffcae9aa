import { startTransition, useEffect, useState } from 'react'
import type { GridEntry } from '#src/rules/listing/listing-view.ts'

/** More than a screen of a phone shows. Two dozen in one frame would delay the next press by 0.2 s on a slow one. */
const CARDS_PER_TURN = 8

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
    if (!isSame) startTransition(() => setRendered(cards))
  })
  return shown
}
