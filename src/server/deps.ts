import type { Kysely, Transaction } from 'kysely'
import type { Product } from '#src/contract/catalog.ts'
import type { Engine } from './db/open-database.ts'
import type { Database } from './db/schema.ts'
import type { ServerEnv } from './env.ts'
import type { Log } from './log.ts'
import type { MediaStore } from './media/media-store.ts'

/** A connection or a transaction: the first parameter of every query. */
export type Db = Kysely<Database> | Transaction<Database>

/** A request that was answered. */
export interface ObservedRequest {
  method: string
  /** The pattern that matched, e.g. `/api/cart/:id`. */
  route: string
  status: number
  durationMs: number
}

/** A change of the catalogue by an editor. */
export interface CatalogueChange {
  revision: number
  /** Products whose rows or pictures have changed; undefined when that is not known. */
  productIds: string[] | undefined
}

/** The server's dependencies; tests pass their own clock and environment. */
export interface Deps {
  db: Kysely<Database>
  engine: Engine
  env: ServerEnv
  /** Source files of pictures. */
  media: MediaStore
  /** Milliseconds since 1970. */
  now: () => number
  log: Log
  /** Renders the page of a product that is not published. */
  renderPage?: (product: Product) => Promise<string>
  /** For metrics. */
  onRequest?: (request: ObservedRequest) => void
  /** Called before a request for editors or admins is handled. */
  onStaffRequest?: () => void
  /** Aborted when the process stops: streams end. */
  signal?: AbortSignal
  /**
   * Called after a change of the catalogue: the publisher looks at its queue without waiting. Called
   * without a change when an editor asks for a publish or a rollback.
   */
  onCatalogueChange?: (change?: CatalogueChange) => void
}
