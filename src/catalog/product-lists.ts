import type { ProductList } from '#src/channels/markdown.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { toUniqueAddresses } from '#src/editing/address.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { ALL, type CatalogIndex } from './catalog-index.ts'

/** Products per Markdown list. A save renders one part again. */
const LIST_SIZE = 1_000

/** Lists the Markdown lists of each category. Every product is on one of them. */
export function listProductLists({ byChip, categoryNames }: CatalogIndex): ProductList[] {
  const categories = [...byChip].filter(([chip, items]) => chip !== ALL && items.length > 0)
  const slugs = toUniqueAddresses(
    categories.map(([chip]) => chip),
    'category',
  )
  return categories.flatMap(([category, { length }], index) => {
    const partCount = Math.ceil(length / LIST_SIZE)
    return Array.from({ length: partCount }, (_, part) => ({
      // A slug contains no dot.
      name: part === 0 ? `${slugs[index]}` : `${slugs[index]}.${part + 1}`,
      category,
      title: categoryLabel(category, categoryNames),
      part: part + 1,
      partCount,
    }))
  })
}

/** Returns a list with its products; undefined for an unknown name. */
export function getProductList(
  index: CatalogIndex,
  name: string,
): (ProductList & { items: ListingItem[] }) | undefined {
  const list = listProductLists(index).find((list) => list.name === name)
  if (!list) return undefined
  const start = (list.part - 1) * LIST_SIZE
  const items = index.byChip.get(list.category)?.slice(start, start + LIST_SIZE) ?? []
  return { ...list, items }
}
