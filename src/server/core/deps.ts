import type { EventEmitter } from 'node:events'
import type { Kysely } from 'kysely'
import type { Catalog, Product } from '#src/contract/catalog.ts'
import type { Look } from './data-dir.ts'
import type { Engine } from './db/open-database.ts'
import type { Database } from './db/schema.ts'
import type { ServerEnv } from './env.ts'
import type { fetchPublic } from './fetch-public.ts'
import type { Log } from './log.ts'
import type { MediaStore } from './media-store.ts'

/** A request that was answered. */
export interface ObservedRequest {
  method: string
  /** The pattern that matched, e.g. `/api/cart/:id`. */
  route: string
  status: number
  durationMs: number
}

/** What other parts of the process follow, with the arguments of each event. */
export interface ServerEvents {
  /** A change of the catalogue is committed. */
  catalogChanged: []
  /** An editor, or another system, asks for a publish or a rollback. */
  publishRequested: []
  requestHandled: [ObservedRequest]
  /** A refund that the provider is to be asked for is committed. */
  refundStarted: []
  /** A publish of this process has failed. */
  publishFailed: []
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
  events: EventEmitter<ServerEvents>
  /** Renders the page of a product that is not published. */
  renderPage?: ((product: Product) => Promise<string>) | undefined
  /** Renders a page of the site with another catalogue than that of now; undefined for a page that it has not. */
  renderPath?:
    | ((path: string, change: <C extends Catalog>(catalog: C) => C) => Promise<string | undefined>)
    | undefined
  /** The bytes that are free in DATA_DIR; tests may be without. */
  readFreeBytes?: (() => Promise<Look<number>>) | undefined
  /** Fetches what a stranger's address names; by default with src/server/core/fetch-public.ts. */
  fetchPublic?: typeof fetchPublic | undefined
  /** Aborted when the process stops: streams end. */
  signal?: AbortSignal | undefined
}
