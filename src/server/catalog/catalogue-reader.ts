import type { Catalogue, Product } from '#src/contract/catalog.ts'
import type { CatalogueChange, Db, Deps } from '../deps.ts'
import * as queries from './queries.ts'
import {
  createPictureLookup,
  createRelatedLookup,
  type PlacedProduct,
  readCatalogue,
  readFormerSlugs,
  snapshot,
  toPlacedProduct,
} from './service.ts'
import { toProduct, toRelatedProduct } from './to-product.ts'

/** Changes that are remembered; after more the catalogue is read as a whole. */
const MAX_CHANGES = 1_000
/** Products of one change up to which reading them alone is faster. */
const MAX_PRODUCTS = 1_000

export interface CatalogueReader {
  /** The catalogue of now; products that have not changed are the objects of the last call. */
  read(): Promise<Catalogue>
  /** A text that differs when the catalogue does. */
  getVersion(): Promise<string>
  /** Tells which products a revision changed; undefined ids when that is not known. */
  note(change: CatalogueChange): void
}

interface State {
  catalogue: Catalogue
  /** By product id, in the order of the catalogue. */
  places: Map<string, PlacedProduct>
  /** Indexes in the catalogue by product id. */
  positions: Map<string, number>
}

/** Whether other products may have other related products or another order after the change. */
const isMoved = (before: PlacedProduct | undefined, after: PlacedProduct): boolean =>
  before?.slug !== after.slug ||
  before.category !== after.category ||
  before.position !== after.position ||
  before.related.join() !== after.related.join()

const toState = (catalogue: Catalogue, places: Map<string, PlacedProduct>): State => ({
  catalogue,
  places,
  positions: new Map(catalogue.products.map(({ id }, position) => [id, position])),
})

const byPosition = (a: PlacedProduct, b: PlacedProduct): number =>
  a.position - b.position || (a.id < b.id ? -1 : 1)

/**
 * Reads the catalogue for a publisher that runs for long. The first time, and after a change whose
 * products are not known, everything is read; else only the changed products.
 */
export function createCatalogueReader(deps: Deps): CatalogueReader {
  const changes = new Map<number, string[] | undefined>()
  let last: State | undefined

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

  async function readAll(db: Db): Promise<State> {
    const { catalogue, places } = await readCatalogue(deps, db)
    return toState(catalogue, new Map(places.map((place) => [place.id, place])))
  }

  /** The state with the latest versions of these products. */
  async function readChanged(
    db: Db,
    { catalogue, places, positions }: State,
    ids: string[],
    revision: number,
  ): Promise<State> {
    const rows = await queries.listProductsByIds(db, ids)
    const pictures = await createPictureLookup(deps, db, ids)
    const changed = new Map(
      rows.map((row) => [row.id, toProduct(row, pictures(row.id), [])] as const),
    )
    const placed = rows.map(toPlacedProduct)
    const removed = ids.filter((id) => !changed.has(id) && places.has(id))
    const hasMoved =
      removed.length > 0 || placed.some((place) => isMoved(places.get(place.id), place))
    if (hasMoved) {
      const next = new Map(places)
      for (const id of removed) next.delete(id)
      for (const place of placed) next.set(place.id, place)
      places = new Map([...next.values()].sort(byPosition).map((place) => [place.id, place]))
    }
    const find = (id: string) => changed.get(id) ?? catalogue.products[positions.get(id) ?? -1]
    const isUntouched = ({ id, relatedProducts }: Product) =>
      !changed.has(id) && !relatedProducts.some((other) => changed.has(other.id))
    const build = (id: string, related: { id: string }[]): Product | undefined => {
      const product = find(id)
      if (!product) return undefined
      const isSame =
        isUntouched(product) &&
        related.length === product.relatedProducts.length &&
        related.every((other, at) => other.id === product.relatedProducts[at]?.id)
      if (isSame) return product
      const cards = related.flatMap((other) => find(other.id) ?? [])
      return { ...product, relatedProducts: cards.map((card) => toRelatedProduct(product, card)) }
    }
    if (!hasMoved) {
      const products = catalogue.products.map((product) =>
        isUntouched(product) ? product : (build(product.id, product.relatedProducts) ?? product),
      )
      return { catalogue: { ...catalogue, products, revision }, places, positions }
    }
    const relatedOf = createRelatedLookup([...places.values()])
    const products = [...places.values()].flatMap(
      (place) => build(place.id, relatedOf(place)) ?? [],
    )
    return toState({ ...(await readFormerSlugs(db)), products, revision }, places)
  }

  return {
    note({ revision, productIds }) {
      changes.set(revision, productIds)
      for (const old of changes.keys()) if (changes.size > MAX_CHANGES) changes.delete(old)
    },
    getVersion: () => queries.getCatalogueVersion(deps.db),
    async read() {
      const before = last
      last = await snapshot(deps, async (db) => {
        if (!before) return readAll(db)
        const revision = await queries.getCatalogueRevision(db)
        const ids = listChanged(before.catalogue.revision, revision)
        if (ids?.length === 0) return before
        return ids ? readChanged(db, before, ids, revision) : readAll(db)
      })
      return last.catalogue
    },
  }
}
