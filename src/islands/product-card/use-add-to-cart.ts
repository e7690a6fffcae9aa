import { type MouseEvent, type ReactNode, useState } from 'react'
import type { ListingItem, Variant } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { productPath } from '#src/rules/paths.ts'
import { addToCart } from '#src/stores/cart.ts'
import { navigate } from '#src/stores/navigation.ts'
import { type ChooseVariant, useVariantChooser } from './use-variant-chooser.tsx'

type ChoosableProduct = Pick<
  ListingItem,
  'id' | 'slug' | 'title' | 'category' | 'price' | 'stock' | 'variants' | 'options' | 'variant'
>

/**
 * The variant of a piece to add: at once where there is no choice. Where the dialog cannot be loaded, the product page
 * opens, which has the choice, too.
 */
export async function requestVariant(
  chooseVariant: ChooseVariant,
  product: ChoosableProduct,
): Promise<Variant | null> {
  const { options, slug } = product
  if (options.length === 0) return product.variant
  const isFixed = ([name]: [string, string]) => !options.some((option) => option.name === name)
  const variant = Object.fromEntries(Object.entries(product.variant).filter(isFixed))
  try {
    return await chooseVariant({ ...product, variant, submitLabel: shopMessages.cart.add })
  } catch {
    navigate(productPath(slug))
    return null
  }
}

interface AddToCart {
  /** For a click of the button: asks for the options of the product, if it has any. */
  add: (event: MouseEvent) => void
  adding: boolean
  /** The dialog with the options, to render beside the button. */
  chooser: ReactNode
}

/** Adds a product to the cart from a card or a row. */
export function useAddToCart(product: ListingItem): AddToCart {
  const { chooser, chooseVariant } = useVariantChooser()
  const [adding, setAdding] = useState(false)

  async function add() {
    const variant = await requestVariant(chooseVariant, product)
    if (!variant) return
    setAdding(true)
    await addToCart(product, { variant })
    setAdding(false)
  }

  return {
    chooser,
    adding,
    add({ detail }) {
      // Not for the second click of a double click.
      if (detail <= 1) void add()
    },
  }
}
