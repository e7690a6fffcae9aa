import { readFileSync } from 'node:fs'
import type { Catalogue, ListingItem, Product } from '#src/contract/catalog.ts'
import { toListingItem } from '#src/rules/listing-item.ts'
import { fetchCatalogue } from './fetch-catalogue.ts'

/**
 * Where pages get products. A publish hands over one snapshot in a file, so that every page of a
 * release tells of the same moment; `npm run dev` asks the API itself.
 */
async function load(): Promise<Catalogue> {
  const snapshot = process.env['KAIRAVI_CATALOGUE']
  if (snapshot) return JSON.parse(readFileSync(snapshot, 'utf8')) as Catalogue
  return fetchCatalogue(process.env['API_URL'] ?? 'http://127.0.0.1:4321/api')
}

let catalogue: Promise<Catalogue> | undefined

const current = (): Promise<Catalogue> => {
  if (import.meta.env.DEV) return load()
  catalogue ??= load()
  return catalogue
}

export const loadProducts = async (): Promise<Product[]> => (await current()).products

let listing: Promise<ListingItem[]> | undefined

/** Made once for a build: every page of the listing asks for the whole of it. */
export const loadListing = (): Promise<ListingItem[]> => {
  const made = async () => (await loadProducts()).map(toListingItem)
  if (import.meta.env.DEV) return made()
  listing ??= made()
  return listing
}
