import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { type FileTable, parsePath } from '#src/publish/hosting/file-table.ts'
import { toHeaderOptions } from '#src/publish/hosting/headers.ts'
import { PREVIEW_PATH, STUDIO_PATH } from '#src/rules/paths.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { deskPaths } from '#src/server/core/http/mount.ts'
import type { Backend } from './backend.ts'
import { hasDotSegments, sendApiError } from './invalid-requests.ts'
import { serveStatic } from './serve-static.ts'
import { asksForFilters, asksForListing, createListingListener } from './site/serve-listing.ts'
import { createPreviewListener, type PreviewRenderer } from './site/serve-preview.ts'
import {
  createStudio,
  createStudioGate,
  DEFAULT_HOST,
  EDIT_LINK,
  hasEditorCookie,
  type Studio,
} from './studio/serve-studio.ts'

const isUnder = (prefix: string, target = ''): boolean =>
  target === prefix || target.startsWith(`${prefix}/`) || target.startsWith(`${prefix}?`)

/** Answers API calls until the database is open. */
const preparingListener: RequestListener = (_request, response) =>
  sendApiError(response, 503, { 'Retry-After': '2' })

/** Serves the API and, in a preview, the development inbox. */
export function createApiListener(app: Hono): RequestListener {
  const listener = getRequestListener(app.fetch, { hostname: DEFAULT_HOST })
  return (request, response) => {
    if (hasDotSegments(request.url ?? '')) sendApiError(response, 400)
    else void listener(request, response)
  }
}

export interface RootListener {
  listener: RequestListener
  attachBackend: (backend: Omit<Backend, 'close'>, renderer?: PreviewRenderer) => void
  showStudio: Studio['show']
}

const isOfDesk = (target: string | undefined): boolean =>
  deskPaths.some((path) => isUnder(path, target))

/**
 * Serves site, studio, API and inbox. The API answers 503 until a backend is attached. `/api/ready`
 * answers 503 without a release and while the process is closed.
 * @param isClosed whether the process is stopping or has not opened yet.
 * @param desk handles paths of staff in another process; by default this process does.
 */
export function createRootListener(
  env: ServerEnv,
  getFileTable: () => FileTable | undefined,
  isClosed: () => boolean = () => false,
  desk?: RequestListener,
): RootListener {
  const options = toHeaderOptions(env)
  const site = serveStatic({ getFileTable, ...options })
  const editorsSite = serveStatic({ getFileTable, ...options, pageEnd: EDIT_LINK })
  const studio = createStudio(options, () => getFileTable()?.policy)
  let api = preparingListener
  let gate = preparingListener
  let listing = site
  let preview = preparingListener
  return {
    showStudio: studio.show,
    listener: (request, response) => {
      const { url } = request
      const isReady = getFileTable() !== undefined && !isClosed()
      if (!isReady && parsePath(url ?? '') === '/api/ready') preparingListener(request, response)
      else if (desk && isOfDesk(url)) desk(request, response)
      else if (isUnder('/api', url) || (env.PREVIEW && isUnder('/dev', url))) api(request, response)
      else if (isUnder(STUDIO_PATH, url)) gate(request, response)
      else if (isUnder(PREVIEW_PATH, url)) preview(request, response)
      else if (asksForListing(request, getFileTable())) listing(request, response)
      else if (hasEditorCookie(request)) editorsSite(request, response)
      else if (asksForFilters(request, getFileTable())) listing(request, response)
      else site(request, response)
    },
    attachBackend: (backend, renderer) => {
      api = createApiListener(backend.app)
      if (renderer) {
        listing = createListingListener(backend.deps, renderer.renderListing, getFileTable, site)
        if (!desk) preview = createPreviewListener(backend, renderer, getFileTable)
      }
      if (!desk) gate = createStudioGate(backend.deps, studio.listener, site)
    },
  }
}
