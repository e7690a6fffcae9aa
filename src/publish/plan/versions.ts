import { hash } from 'node:crypto'
import { type CatalogIndex, getListingItem, indexCatalog } from '#src/catalog/catalog-index.ts'
import { getInput, type InputName } from '#src/catalog/inputs.ts'
import type { Catalog, ListingItem } from '#src/contract/catalog.ts'

/** A catalogue whose source knows the versions of its products, by slug. */
export type SourceCatalog = Catalog & { versions?: ReadonlyMap<string, string> }

/** A state of the catalogue, with the version of each product by slug. */
export interface VersionedCatalog {
  index: CatalogIndex
  /** The version of the product, then those of the related products on its page. */
  versions: ReadonlyMap<string, string>
  /** One version for each `GROUP_SIZE` products. */
  groupVersions: string[]
}

/** Products whose pages are compared as one group. */
export const GROUP_SIZE = 100

const sha = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16)

/** Indexes a catalogue. If its source has no versions, a product is hashed. */
export function toVersioned({ versions: known, ...catalog }: SourceCatalog): VersionedCatalog {
  const { products } = catalog
  const versions = new Map(known)
  const listing: ListingItem[] = []
  for (const product of products) {
    listing.push(getListingItem(product))
    if (!known) versions.set(product.slug, sha(JSON.stringify(product)))
  }
  const groupVersions: string[] = []
  for (let start = 0; start < products.length; start += GROUP_SIZE) {
    const group = products.slice(start, start + GROUP_SIZE)
    groupVersions.push(sha(group.map(({ slug }) => `${slug} ${versions.get(slug)}`).join('\n')))
  }
  return { index: indexCatalog(catalog, listing), versions, groupVersions }
}

/** Returns the version of a product without its related products. */
const toOwn = (version: string): string => {
  const end = version.indexOf(' ')
  return end < 0 ? version : version.slice(0, end)
}

/** @returns a function with the version of an input: a product, or a list of products and texts. */
export function createVersions({
  index,
  versions,
}: VersionedCatalog): (name: InputName, key: string) => string {
  /** Lists show nothing of related products. */
  const toText = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
    if (Array.isArray(value)) return value.map(toText).join('\n')
    if ('slug' in value) return toOwn(versions.get(String(value.slug)) ?? '')
    return Object.entries(value)
      .map(([name, part]) => `${name} ${toText(part)}`)
      .join('\n')
  }
  return (name, key) => {
    if (name === 'product') return versions.get(key) ?? ''
    if (name === 'singleProduct') return toOwn(versions.get(key) ?? '')
    if (name === 'content') return index.content.get(key)?.version ?? ''
    return sha(toText(getInput(index, name, key)))
  }
}
