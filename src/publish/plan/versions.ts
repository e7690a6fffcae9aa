import { hash } from 'node:crypto'
import { type CatalogIndex, getListingItem, indexCatalog } from '#src/catalog/catalog-index.ts'
import { getInput, type InputName } from '#src/catalog/inputs.ts'
import type { Catalog, ListingItem } from '#src/contract/catalog.ts'
import { createTurns, forEachInTurns } from '#src/server/core/turns.ts'

/** A catalogue whose source knows the versions of its products, by slug. */
export type SourceCatalog = Catalog & { versions?: ReadonlyMap<string, string> }

/** A state of the catalogue, with the version of each product by slug. */
export interface VersionedCatalog {
  index: CatalogIndex
  /** The product's own version, then those of the related ones, which its page shows, too. */
  versions: ReadonlyMap<string, string>
  /** One version for each `GROUP_SIZE` products in turn. */
  groupVersions: string[]
}

/** Products whose pages are not looked at one by one while none of them differs. */
export const GROUP_SIZE = 100

const sha = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16)

/**
 * Indexes a catalogue, with turns for other requests. Without versions of its source, a product's version is the hash
 * of it.
 */
export async function toVersioned({
  versions: known,
  ...catalog
}: SourceCatalog): Promise<VersionedCatalog> {
  const { products } = catalog
  const versions = new Map(known)
  const listing: ListingItem[] = []
  await forEachInTurns(products, (product) => {
    listing.push(getListingItem(product))
    if (!known) versions.set(product.slug, sha(JSON.stringify(product)))
  })
  const turn = createTurns()
  const groupVersions: string[] = []
  for (let start = 0; start < products.length; start += GROUP_SIZE) {
    await turn()
    const group = products.slice(start, start + GROUP_SIZE)
    groupVersions.push(sha(group.map(({ slug }) => `${slug} ${versions.get(slug)}`).join('\n')))
  }
  await turn()
  return { index: indexCatalog(catalog, listing), versions, groupVersions }
}

/** The version of a product without those of its related ones. */
const toOwn = (version: string): string => {
  const end = version.indexOf(' ')
  return end < 0 ? version : version.slice(0, end)
}

/** @returns the version of an input: that of a product, or of its products and texts. */
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
