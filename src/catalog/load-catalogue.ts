import { type CatalogueIndex, indexCatalogue } from './catalogue-index.ts'
import { fetchCatalogue } from './fetch-catalogue.ts'
import { createReadInput, type ReadInput } from './inputs.ts'

const load = async (): Promise<CatalogueIndex> =>
  indexCatalogue(
    (await fetchCatalogue(process.env['API_URL'] ?? 'http://127.0.0.1:4321/api')).products,
  )

let loading: Promise<CatalogueIndex> | undefined

/** The catalogue of `astro build`, fetched once, and of `npm run dev`, fetched for each page. */
export const loadCatalogue = (): Promise<CatalogueIndex> => {
  if (import.meta.env.DEV) return load()
  loading ??= load()
  return loading
}

/** What a page reads the catalogue with: the publisher passes its own, which records each read. */
export const openCatalogue = async ({ readInput }: App.Locals): Promise<ReadInput> =>
  readInput ?? createReadInput(await loadCatalogue())
