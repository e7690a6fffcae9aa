import type { ListingItem, Variant } from '#src/contract/catalog.ts'
import { productPath } from '#src/rules/paths.ts'
import { navigate } from '#src/stores/navigation.ts'

type ChoosableProduct = Pick<ListingItem, 'slug' | 'title' | 'category' | 'options' | 'variant'>

/**
 * The variant of a piece to add: at once where there is no choice, else the one that the shopper makes
 * in a dialog, whose script loads with the first press. Where it cannot be loaded, the product page
 * opens, which has the choice, too.
 * @returns null where nothing was chosen.
 */
export async function requestVariant(product: ChoosableProduct): Promise<Variant | null> {
  const { title, category, options, slug } = product
  if (options.length === 0) return product.variant
  const isFixed = ([name]: [string, string]) => !options.some((option) => option.name === name)
  const variant = Object.fromEntries(Object.entries(product.variant).filter(isFixed))
  try {
    const { chooseVariant } = await import('./VariantChooser.tsx')
    return await chooseVariant({ title, category, options, variant, submitLabel: 'Add to Cart' })
  } catch {
    navigate(productPath(slug))
    return null
  }
}
