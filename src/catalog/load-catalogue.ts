import { readFileSync } from 'node:fs'
import type { Catalogue, ListingItem, Product } from '#src/contract/catalog.ts'
import { toListingItem } from '#src/rules/listing-item.ts'
import { fetchCatalogue } from './fetch-catalogue.ts'

/**
 * The catalogue for pages. A publish provides a snapshot file, so that all pages of a release show the
 * same state; `npm run dev` fetches from the API.
 */
async function load(): Promise<Catalogue> {
  const snapshot = process.env['KAIRAVI_CATALOGUE']
  if (snapshot) return JSON.parse(readFileSync(snapshot, 'utf8')) as Catalogue
  return fetchCatalogue(process.env['API_URL'] ?? 'http://127.0.0.1:4321/api')
}

let catalogue: Promise<Catalogue> | undefined

const getCatalogue = (): Promise<Catalogue> => {
  if (import.meta.env.DEV) return load()
  catalogue ??= load()
  return catalogue
}

export const loadProducts = async (): Promise<Product[]> => (await getCatalogue()).products

let listing: Promise<ListingItem[]> | undefined

/** Cached during a build, because every page of the listing uses the whole list. */
export const loadListing = (): Promise<ListingItem[]> => {
  const create = async () => (await loadProducts()).map(toListingItem)
  if (import.meta.env.DEV) return create()
  listing ??= create()
  return listing
}
