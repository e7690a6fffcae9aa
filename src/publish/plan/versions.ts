import { hash } from 'node:crypto'
import { type CatalogueIndex, indexCatalogue } from '#src/catalog/catalogue-index.ts'
import { getInput, type InputId } from '#src/catalog/inputs.ts'
import type { Catalogue } from '#src/contract/catalog.ts'

/** A catalogue whose source knows the versions of its products. */
export type SourceCatalogue = Catalogue & { versions?: ReadonlyMap<string, string> }

/** A state of the catalogue, with the version of each product by id. */
export interface VersionedCatalogue {
  index: CatalogueIndex
  /** The product's own version, then those of the related ones, which its page shows, too. */
  versions: ReadonlyMap<string, string>
}

const sha = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16)

/** Without versions of its source, a product's version is the hash of it. */
export const toVersioned = ({ products, versions }: SourceCatalogue): VersionedCatalogue => ({
  index: indexCatalogue(products),
  versions: versions ?? new Map(products.map((one) => [one.id, sha(JSON.stringify(one))])),
})

const isProduct = (value: object): value is { id: string } => 'slug' in value && 'id' in value

/**
 * @returns the version of an input: the whole one of a product, else those of its products without
 *   their related ones, and its texts and numbers.
 */
export function createVersions({ index, versions }: VersionedCatalogue): (id: InputId) => string {
  const own = new Map([...versions].map(([id, version]) => [id, version.split(' ', 1)[0]]))
  const toParts = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(toParts)
    if (isProduct(value)) return own.get(value.id)
    return Object.entries(value).map(([name, part]) => [name, toParts(part)])
  }
  return (id) => {
    const value = getInput(index, id)
    if (typeof value === 'object' && value !== null && isProduct(value))
      return versions.get(value.id) ?? ''
    return sha(JSON.stringify(toParts(value)) ?? '')
  }
}
