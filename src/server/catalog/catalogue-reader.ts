import type { Catalogue, Product } from '#src/contract/catalog.ts'
import type { CatalogueChange, Db, Deps } from '../deps.ts'
import { getCatalogueRevision, listProductsByIds } from './queries.ts'
import { createPictureLookup, getCatalogue, snapshot } from './service.ts'
import { toProduct, toRelatedProduct } from './to-product.ts'

/** Changes that are remembered; after more the catalogue is read as a whole. */
const MAX_CHANGES = 1_000
/** Products of one change up to which reading them alone is faster. */
const MAX_PRODUCTS = 400

export interface CatalogueReader {
  /** The catalogue of now; products that have not changed are the objects of the last call. */
  read(): Promise<Catalogue>
  /** Tells which products a revision changed, when it moved no others. */
  note(change: CatalogueChange): void
}

/** Products by the ids of their related products. */
function indexRelated(products: Product[]): Map<string, Set<string>> {
  const showing = new Map<string, Set<string>>()
  for (const { id, relatedProducts } of products)
    for (const related of relatedProducts) {
      const ids = showing.get(related.id)
      if (ids) ids.add(id)
      else showing.set(related.id, new Set([id]))
    }
  return showing
}

/**
 * Reads the catalogue for a publisher that runs for long. The first time, after changes of another
 * process, and when a change can move other products, everything is read; else only the products
 * that the noted changes name.
 */
export function createCatalogueReader(deps: Deps): CatalogueReader {
  const changes = new Map<number, string[] | undefined>()
  let last: Catalogue | undefined
  let showing: Map<string, Set<string>> = new Map()

  async function readAll(): Promise<Catalogue> {
    const catalogue = await getCatalogue(deps)
    showing = indexRelated(catalogue.products)
    return catalogue
  }

  /** Ids of the products that changed since `revision`; undefined when a change is not known. */
  function listChanged(from: number, to: number): string[] | undefined {
    const ids = new Set<string>()
    for (let revision = from + 1; revision <= to; revision++) {
      const known = changes.get(revision)
      if (!known) return undefined
      for (const id of known) ids.add(id)
    }
    return ids.size > MAX_PRODUCTS ? undefined : [...ids]
  }

  /** The catalogue with the latest versions of these products; undefined when one is not on sale. */
  async function readChanged(
    db: Db,
    before: Catalogue,
    ids: string[],
    revision: number,
  ): Promise<Catalogue | undefined> {
    const rows = await listProductsByIds(db, ids)
    if (rows.length < ids.length) return undefined
    const byId = new Map(before.products.map((product) => [product.id, product]))
    const pictures = await createPictureLookup(deps, db, ids)
    const changed = new Map<string, Product>()
    for (const row of rows) {
      const old = byId.get(row.id)
      if (!old) return undefined
      changed.set(row.id, toProduct(row, pictures(row.id), old.relatedProducts))
    }
    for (const row of rows)
      for (const id of showing.get(row.id) ?? []) {
        const product = changed.get(id) ?? byId.get(id)
        const card = toRelatedProduct(row, pictures(row.id)[0])
        if (product)
          changed.set(id, {
            ...product,
            relatedProducts: product.relatedProducts.map((one) => (one.id === row.id ? card : one)),
          })
      }
    const products = before.products.map((product) => changed.get(product.id) ?? product)
    return { ...before, products, revision }
  }

  return {
    note({ revision, productIds }) {
      changes.set(revision, productIds)
      for (const old of changes.keys()) if (changes.size > MAX_CHANGES) changes.delete(old)
    },
    async read() {
      const before = last
      const partial =
        before &&
        (await snapshot(deps, async (db) => {
          const revision = await getCatalogueRevision(db)
          const ids = listChanged(before.revision, revision)
          if (ids?.length === 0) return before
          return ids && readChanged(db, before, ids, revision)
        }))
      last = partial ?? (await readAll())
      return last
    },
  }
}
