import type { Deps } from '../deps.ts'
import * as queries from './queries.ts'
import { type KnownProduct, readCatalogue, snapshot } from './service.ts'

export interface CatalogueReader {
  /** The catalogue of now, with the versions of its products by slug. */
  read(): ReturnType<typeof readCatalogue>
  /** A text that differs when the catalogue does. */
  getVersion(): Promise<string>
}

/** Reads the catalogue for a publisher that runs for long: each version of a product once. */
export function createCatalogueReader(deps: Deps): CatalogueReader {
  const known = new Map<string, KnownProduct>()
  return {
    read: () => snapshot(deps, (db) => readCatalogue(deps, db, known)),
    getVersion: () => queries.getCatalogueVersion(deps.db),
  }
}
