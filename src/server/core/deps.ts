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

/** Events of the process, with their arguments. */
export interface ServerEvents {
  /** A change of the catalogue was committed. */
  catalogChanged: []
  /** An editor, or another system, asks for a publish or a rollback. */
  publishRequested: []
  requestHandled: [ObservedRequest]
  /** A refund was committed, so the provider has to be asked. */
  refundStarted: []
  /** A publish of this process failed. */
  publishFailed: []
  /** Another release became live. */
  released: []
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
  /** Renders a page of the site with another catalogue than the current one; undefined for an unknown page. */
  renderPath?:
    | ((path: string, change: <C extends Catalog>(catalog: C) => C) => Promise<string | undefined>)
    | undefined
  /** Free bytes of DATA_DIR; tests may lack it. */
  readFreeBytes?: (() => Promise<Look<number>>) | undefined
  /** Fetches a document at an address that a stranger names (default: src/server/core/fetch-public.ts). */
  fetchPublic?: typeof fetchPublic | undefined
  /** Runs work on the whole catalogue in a thread; without it, the process does it. */
  runInCatalogThread?: ((name: string, input: unknown) => Promise<unknown>) | undefined
  /** Returns whether the desk answers. Without it, this process answers calls of staff. */
  isDeskUp?: (() => boolean) | undefined
  /** Aborted when the process stops, so that streams end. */
  signal?: AbortSignal | undefined
}
