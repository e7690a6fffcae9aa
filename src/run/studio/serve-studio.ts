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
import { serveStatic } from '../serve-static.ts'
import type { CompiledStudio } from './compile-studio.ts'

/** Where the studio is; its addresses below are routes of its page, except for its files. */
const ASSETS = `${STUDIO_PATH}/assets/`
/** A blank page, into which the studio writes a draft of a product's page. */
const PREVIEW_PATH = `${STUDIO_PATH}/preview`
const EDIT_LINK_PATH = `${STUDIO_PATH}/edit-link.js`
/** The link to the form of a page, at the end of each page that an editor gets (src/studio/edit-link.tsx). */
export const EDIT_LINK = `<div id="edit-link"></div><script type="module" src="${EDIT_LINK_PATH}"></script>`

/**
 * Says that the browser is an editor's, whose pages have the link. It is a hint, and gives no rights: the
 * script and the studio need the session.
 */
const EDITOR_COOKIE = 'editor=1'
const EDITOR_COOKIE_DAYS = 30

export const hasEditorCookie = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.split('; ').includes(EDITOR_COOKIE) ?? false

const toSetCookie = (days: number): string =>
  `${EDITOR_COOKIE}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${days * 86_400}`

const BLANK_PAGE = '<!doctype html><html lang="en-IN"><title>Preview</title>'

/** The bytes are for editors only, and their names change with them. */
const HASHED_FILE = 'private, max-age=31536000, immutable'
/** Neither a shared cache nor the service worker keeps the page. */
const PAGE = 'no-store'

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

/** The preview is a frame of this origin; pictures that an editor has chosen are blobs. */
function toPolicy(html: string): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    `script-src 'self' ${scripts.join(' ')}`,
    // Measured heights of rows and positions of dragged items are style attributes.
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
  /** For requests of editors; all others get the shop's 404 page. */
  listener: RequestListener
  /** Serves this studio from now on. */
  show: (studio: CompiledStudio) => void
}

/** The policy of the shop's pages, for a page that the studio shows in a frame. */
const toFramePolicy = (policy: string, options: HeaderOptions): string =>
  toContentSecurityPolicy(policy, options).replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  )

/**
 * Serves the studio; until there is one, a page that looks again by itself.
 * @param getSitePolicy the Content-Security-Policy of the live release.
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

/** The host of a request of HTTP/1.0 without `Host`, as health checks of proxies send it. */
export const DEFAULT_HOST = 'localhost'

const STATUS_FOR_STAFF = 204
const STATUS_FOR_OTHERS = 404

/** The address that was called, without its path: cookies have other names on plain http than on https. */
const getOrigin = ({ headers }: IncomingMessage): string =>
  URL.parse(`http://${headers.host ?? DEFAULT_HOST}`)?.origin ?? `http://${DEFAULT_HOST}`

/** Passes requests of editors and admins to `staff`, and all others to `others`. */
export function createStudioGate(
  deps: Deps,
  staff: RequestListener,
  others: RequestListener,
): RequestListener {
  const findCaller = createFindCaller(deps)
  const gate = new Hono()
  gate.get('/', async (c) => {
    const caller = await findCaller(c)
    return c.body(
      null,
      caller !== null && caller.role !== 'customer' ? STATUS_FOR_STAFF : STATUS_FOR_OTHERS,
    )
  })
  handleErrors(gate, deps.log)
  return async (request, response) => {
    const { cookie = '' } = request.headers
    const answer = await gate.request(`${getOrigin(request)}/`, { headers: { cookie } })
    const isStaff = answer.status === STATUS_FOR_STAFF
    if (isStaff !== hasEditorCookie(request))
      response.setHeader('Set-Cookie', toSetCookie(isStaff ? EDITOR_COOKIE_DAYS : 0))
    if (isStaff) staff(request, response)
    // A page that was sent while the session lasted asks for it, also after another request has lost the cookie.
    else if (request.url === EDIT_LINK_PATH) sendNoScript(response)
    else if (answer.status === STATUS_FOR_OTHERS) others(request, response)
    else await sendError(response, answer)
  }
}

function sendNoScript(response: ServerResponse): void {
  const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': PAGE }
  response.writeHead(200, { ...baseHeaders, ...headers }).end()
}

/** Passes on the answer of the error handler, e.g. 503 while the database waits. */
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
