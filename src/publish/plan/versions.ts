import { hash } from 'node:crypto'
import { type CatalogIndex, indexCatalog } from '#src/catalog/catalog-index.ts'
import { getInput, type InputName } from '#src/catalog/inputs.ts'
import type { Catalog } from '#src/contract/catalog.ts'

/** A catalogue whose source knows the versions of its products, by slug. */
export type SourceCatalog = Catalog & { versions?: ReadonlyMap<string, string> }

/** A state of the catalogue, with the version of each product by slug. */
export interface VersionedCatalog {
  index: CatalogIndex
  /** The product's own version, then those of the related ones, which its page shows, too. */
  versions: ReadonlyMap<string, string>
}

const sha = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16)

/** Without versions of its source, a product's version is the hash of it. */
export const toVersioned = ({ versions, ...catalog }: SourceCatalog): VersionedCatalog => ({
  index: indexCatalog(catalog),
  versions:
    versions ??
    new Map(catalog.products.map((product) => [product.slug, sha(JSON.stringify(product))])),
})

/** @returns the version of an input: that of a product, or of its products and texts. */
export function createVersions({
  index,
  versions,
}: VersionedCatalog): (name: InputName, key: string) => string {
  /** Lists show nothing of related products. */
  const toText = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
    if (Array.isArray(value)) return value.map(toText).join('\n')
    if ('slug' in value) return versions.get(String(value.slug))?.split(' ', 1)[0] ?? ''
    return Object.entries(value)
      .map(([name, part]) => `${name} ${toText(part)}`)
      .join('\n')
  }
  return (name, key) => {
    if (name === 'product') return versions.get(key) ?? ''
    if (name === 'content') return index.content.get(key)?.version ?? ''
    return sha(toText(getInput(index, name, key)))
  }
}
