import { type ReactNode, useState } from 'react'
import type { ListingItem, Variant } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { productPath } from '#src/rules/paths.ts'
import { navigate } from '#src/stores/navigation.ts'
import type { ChooserRequest } from './VariantChooser.tsx'

type ChoosableProduct = Pick<
  ListingItem,
  'id' | 'slug' | 'title' | 'category' | 'price' | 'stock' | 'variants' | 'options' | 'variant'
>

interface VariantChooserHook {
  /** To be rendered: the dialog while it is open. */
  chooser: ReactNode
  /**
   * Asks for the options of a piece in a dialog, which is loaded with the first press.
   * @returns the variant; null when the dialog was closed.
   * @throws where the dialog cannot be loaded.
   */
  chooseVariant: (request: ChooserRequest) => Promise<Variant | null>
  /**
   * The variant of a piece to add: at once where there is no choice. Where the dialog cannot be loaded,
   * the product page opens, which has the choice, too.
   */
  requestVariant: (product: ChoosableProduct) => Promise<Variant | null>
}

export function useVariantChooser(): VariantChooserHook {
  const [chooser, setChooser] = useState<ReactNode>(null)

  async function chooseVariant(request: ChooserRequest): Promise<Variant | null> {
    const { VariantChooser } = await import('./VariantChooser.tsx')
    return new Promise((resolve) => {
      const close = (variant: Variant | null) => {
        setChooser(null)
        resolve(variant)
      }
      setChooser(<VariantChooser {...request} onClose={close} />)
    })
  }

  async function requestVariant(product: ChoosableProduct): Promise<Variant | null> {
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

  return { chooser, chooseVariant, requestVariant }
}
