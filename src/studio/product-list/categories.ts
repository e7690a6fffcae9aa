import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { z } from 'zod'
import type { catalogListResponse } from '#src/contract/editor.ts'
import { type CategoryNames, categoryLabel } from '#src/rules/categories.ts'

type Catalog = z.output<typeof catalogListResponse>

interface Categories {
  /** Names by addresses. */
  names: CategoryNames
  /** Ids by addresses. */
  ids: Readonly<Record<string, string>>
  /** Current addresses by previous ones. */
  former: Readonly<Record<string, string>>
}

/** The categories of the catalogue as it was read last. */
export const $categories = atom<Categories>({ names: {}, ids: {}, former: {} })

export const setCategories = ({ categories, formerCategories }: Catalog): void =>
  $categories.set({
    names: Object.fromEntries(categories.map(({ address, name }) => [address, name])),
    ids: Object.fromEntries(categories.map(({ id, address }) => [address, id])),
    former: Object.fromEntries(formerCategories.map(({ from, to }) => [from, to])),
  })

/** Returns the name of a category by its address. */
export const getCategoryName = (address: string): string =>
  categoryLabel(address, $categories.get().names)

/** The same for a component, which follows the catalogue. */
export function useCategoryName(): (address: string) => string {
  const { names } = useStore($categories)
  return (address) => categoryLabel(address, names)
}
