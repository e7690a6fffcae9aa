import { type MouseEvent, type ReactNode, useState } from 'react'
import type { ListingItem, Variant } from '#src/contract/catalog.ts'
import type { ListRow } from '#src/rules/listing/list-row.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { productPath } from '#src/rules/paths.ts'
import { addToCart } from '#src/stores/cart.ts'
import { navigate } from '#src/stores/navigation.ts'
import { type ChooseVariant, useVariantChooser } from './use-variant-chooser.tsx'

/**
 * Returns the variant of a piece to add, at once if there is no choice. If the dialog or the options cannot be
 * loaded, it opens the product page.
 * @param known the whole product, which is fetched otherwise.
 */
export async function requestVariant(
  chooseVariant: ChooseVariant,
  { slug, hasChoice, variant: fixed }: ListRow,
  known?: ListingItem,
): Promise<Variant | null> {
  if (!hasChoice) return fixed
  try {
    const whole = known ?? (await loadWhole(slug))
    const { options } = whole
    const isFixed = ([name]: [string, string]) => !options.some((option) => option.name === name)
    const variant = Object.fromEntries(Object.entries(whole.variant).filter(isFixed))
    return await chooseVariant({ ...whole, variant, submitLabel: shopMessages.cart.add })
  } catch {
    navigate(productPath(slug))
    return null
  }
}

async function loadWhole(slug: string): Promise<ListingItem> {
  const { loadCard } = await import('#src/stores/product-cards.ts')
  const whole = await loadCard(slug)
  if (!whole) throw new Error(`${slug} could not be fetched.`)
  return whole
}

interface AddToCart {
  /** For a click of the button: asks for the options of the product, if it has any. */
  add: (event: MouseEvent) => void
  adding: boolean
  /** The dialog with the options, to render beside the button. */
  chooser: ReactNode
}

/** Adds a product to the cart from a card or a row. */
export function useAddToCart(product: ListRow): AddToCart {
  const { chooser, chooseVariant } = useVariantChooser()
  const [adding, setAdding] = useState(false)

  async function add() {
    const variant = await requestVariant(chooseVariant, product)
    if (!variant) return
    setAdding(true)
    await addToCart(product, { variant, shownPrice: product.isFrom ? undefined : product.price })
    setAdding(false)
  }

  return {
    chooser,
    adding,
    add({ detail }) {
      // Ignores the second click of a double click.
      if (detail <= 1) void add()
    },
  }
}
