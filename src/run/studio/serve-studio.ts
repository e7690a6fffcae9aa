import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Hono } from 'hono'
import { type FileTable, parsePath } from '#src/publish/hosting/file-table.ts'
import {
  baseHeaders,
  type HeaderOptions,
  pageHeaders,
  toContentSecurityPolicy,
} from '#src/publish/hosting/headers.ts'
import { STUDIO_PATH } from '#src/rules/paths.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { handleErrors } from '#src/server/core/http/error-handler.ts'
import { createFindCaller } from '#src/server/shop/auth/session.ts'
import { getStudioAccess } from '#src/server/shop/auth/studio-access.ts'
import { serveStatic } from '../serve-static.ts'
import type { CompiledStudio } from './compile-studio.ts'

/** Hashed files. All other paths of the studio are routes of one page. */
const ASSETS = `${STUDIO_PATH}/assets/`
/** A blank page for the frame in which the studio previews a product. */
const PREVIEW_PATH = `${STUDIO_PATH}/preview`
const EDIT_LINK_PATH = `${STUDIO_PATH}/edit-link.js`
/** Appended to each page for an editor: a link to the form of the page (src/studio/edit-link.tsx). */
export const EDIT_LINK = `<div id="edit-link"></div><script type="module" src="${EDIT_LINK_PATH}"></script>`

/**
 * Marks the browser of an editor, whose pages get the link. It is a hint without rights: script and
 * studio check the sign-in.
 */
const EDITOR_COOKIE = 'editor=1'
const EDITOR_COOKIE_DAYS = 30

export const hasEditorCookie = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.split('; ').includes(EDITOR_COOKIE) ?? false

const toSetCookie = (days: number): string =>
  `${EDITOR_COOKIE}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${days * 86_400}`

const BLANK_PAGE = '<!doctype html><html lang="en-IN"><title>Preview</title>'

/** For editors only. The name changes with the content. */
const HASHED_FILE = 'private, max-age=31536000, immutable'
/** Neither a shared cache nor the service worker may keep the page. */
const PAGE = 'no-store'

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

/** Returns the policy of the studio's page. The preview is a frame of this origin, and chosen pictures are blobs. */
function toPolicy(html: string): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    `script-src 'self' ${scripts.join(' ')}`,
    // Measured row heights and positions of dragged items are style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob:",
    // The rupee sign of src/styles/fonts.css.
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
  ].join('; ')
}

function toFileTable({ key, folder, files }: CompiledStudio): FileTable {
  const toPath = (path: string) => (path === '/index.html' ? STUDIO_PATH : STUDIO_PATH + path)
  return {
    id: key,
    policy: toPolicy(readFileSync(join(folder, 'index.html'), 'utf8')),
    files: new Map(Object.entries(files).map(([path, file]) => [toPath(path), file])),
    store: folder,
    moved: new Map(),
    gone: new Set(),
    toStaticFile: (path, file) => ({
      ...file,
      filePath: join(folder, file.file),
      isHtml: path === STUDIO_PATH,
      cacheControl: path.startsWith(ASSETS) ? HASHED_FILE : PAGE,
    }),
  }
}

export interface Studio {
  /** Serves editors. All others get the shop's 404 page. */
  listener: RequestListener
  /** Replaces the served studio. */
  show: (studio: CompiledStudio) => void
}

/** Returns the policy of the shop's pages, for a page in a frame of the studio. */
const toFramePolicy = (policy: string, options: HeaderOptions): string =>
  toContentSecurityPolicy(policy, options).replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  )

/**
 * Serves the studio, or a page that reloads itself until there is one.
 * @param getSitePolicy returns the Content-Security-Policy of the live release.
 */
export function createStudio(
  options: HeaderOptions,
  getSitePolicy: () => string | undefined,
): Studio {
  let table: FileTable | undefined
  const serve = serveStatic({ ...options, getFileTable: () => table })
  return {
    listener: (request, response) => {
      response.setHeader('X-Robots-Tag', 'noindex')
      const path = parsePath(request.url ?? '/')
      const sitePolicy = path === PREVIEW_PATH ? getSitePolicy() : undefined
      if (sitePolicy !== undefined) {
        const policy = toFramePolicy(sitePolicy, options)
        response.writeHead(200, {
          ...pageHeaders(policy, options.https),
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': PAGE,
        })
        response.end(BLANK_PAGE)
        return
      }
      if (path !== EDIT_LINK_PATH && !path?.startsWith(ASSETS)) request.url = STUDIO_PATH
      serve(request, response)
    },
    show: (studio) => {
      table = toFileTable(studio)
    },
  }
}

/** Host for HTTP/1.0 requests without `Host`, e.g. health checks of proxies. */
export const DEFAULT_HOST = 'localhost'

/** Passes requests of the staff to `staff`, and all others to `others`. Those who edit pages get the link to their forms. */
export function createStudioGate(
  deps: Deps,
  staff: RequestListener,
  others: RequestListener,
): RequestListener {
  const findCaller = createFindCaller(deps)
  const gate = new Hono()
  gate.get('/', async (c) => c.text(getStudioAccess(await findCaller(c))))
  handleErrors(gate, deps.log)
  return async (request, response) => {
    const { cookie = '' } = request.headers
    const answer = await gate.request('/', { headers: { cookie } })
    const access = answer.ok ? await answer.text() : 'none'
    const canEdit = access === 'edit'
    if (canEdit !== hasEditorCookie(request))
      response.setHeader('Set-Cookie', toSetCookie(canEdit ? EDITOR_COOKIE_DAYS : 0))
    const isEditLink = request.url === EDIT_LINK_PATH
    if (isEditLink ? canEdit : access !== 'none') staff(request, response)
    // A page that was sent while the session lasted asks for it, also after another request has lost the cookie.
    else if (isEditLink) sendNoScript(response)
    else if (answer.ok) others(request, response)
    else await sendError(response, answer)
  }
}

function sendNoScript(response: ServerResponse): void {
  const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': PAGE }
  response.writeHead(200, { ...baseHeaders, ...headers }).end()
}

/** Forwards the answer of the error handler, e.g. 503 while the database waits. */
async function sendError(response: ServerResponse, answer: Response): Promise<void> {
  const text = await answer.text()
  const retryAfter = answer.headers.get('retry-after')
  response.writeHead(answer.status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...(retryAfter && { 'Retry-After': retryAfter }),
  })
  response.end(text)
}
