import type { Catalog } from '#src/contract/catalog.ts'
import { NO_FILTERS } from '#src/rules/listing/listing.ts'
import { paths, productPath, shopPagePath } from '#src/rules/paths.ts'
import type { Release } from '../release/release.ts'

/** Paths that pages had, with those that they have, and the paths of pages that are gone. */
export const toFormerPaths = (
  catalog: Pick<Catalog, 'moved' | 'movedCategories' | 'gone'>,
): Pick<Release, 'moved' | 'gone'> => ({
  moved: Object.fromEntries([
    ...Object.entries(catalog.moved).map(([from, to]) => [productPath(from), productPath(to)]),
    ...Object.entries(catalog.movedCategories).map(([from, to]) => [
      shopPagePath(1, from),
      // The pieces of an archived category without a successor are anywhere.
      to === NO_FILTERS.category ? paths.shop : shopPagePath(1, to),
    ]),
  ]),
  gone: catalog.gone.map(productPath),
})
