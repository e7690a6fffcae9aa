import type { SourceCatalog } from '#src/publish/plan/versions.ts'

/** Time without a preview after which the catalogue leaves the memory. */
const IDLE_MS = 5 * 60_000

interface CatalogReader {
  read(): Promise<SourceCatalog>
}

/** Reads the catalogue for previews of pages: each version of a product once, while there are any. */
export function createCatalogCache(open: () => CatalogReader): () => Promise<SourceCatalog> {
  let reader: CatalogReader | undefined
  let timer: NodeJS.Timeout | undefined
  return () => {
    reader ??= open()
    clearTimeout(timer)
    timer = setTimeout(() => {
      reader = undefined
    }, IDLE_MS).unref()
    return reader.read()
  }
}
