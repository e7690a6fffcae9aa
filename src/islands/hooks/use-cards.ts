import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import { $cards, loadCards } from '#src/stores/product-cards.ts'

const NO_CARDS: ReadonlyMap<string, null> = new Map()

interface Options {
  /** Time from new slugs until their cards are fetched, in milliseconds. */
  delayMs?: number
}

/** Returns the cards of products by slug, fetched once; null for a product that is not on sale. */
export function useCards(
  slugs: readonly string[],
  { delayMs = 0 }: Options = {},
): ReadonlyMap<string, ListingItem | null> {
  const cards = useStore($cards, { ssr: () => NO_CARDS })
  const missing = slugs.filter((slug) => !cards.has(slug)).join()
  useEffect(() => {
    if (missing === '') return
    const timer = setTimeout(() => void loadCards(missing.split(',')), delayMs)
    return () => clearTimeout(timer)
  }, [missing, delayMs])
  return cards
}
