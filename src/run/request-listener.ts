import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { ServerEnv } from '#src/server/env.ts'
import { devInbox } from '#src/server/mail/inbox.ts'
import type { Backend } from './backend.ts'
import { serveStatic } from './serve-static.ts'
import type { RouteTable } from './site/route-table.ts'

const isUnder = (prefix: string, target = ''): boolean =>
  target === prefix || target.startsWith(`${prefix}/`) || target.startsWith(`${prefix}?`)

const waiting = JSON.stringify({
  success: false,
  message: 'The shop is being prepared. Please try again in a moment.',
})

/** What the API answers until its database is open. */
const notYet: RequestListener = (_request, response) => {
  response.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': '2',
  })
  response.end(waiting)
}

/** The development inbox shows everybody's mail: never outside a preview. */
export const hasInbox = (env: ServerEnv): boolean => env.PREVIEW

/** The API and, in a preview, the development inbox. */
export function createApiListener({ app, deps }: Backend): RequestListener {
  const all = new Hono()
  if (hasInbox(deps.env)) all.route('/dev', devInbox(deps))
  all.route('/', app)
  const listener = getRequestListener(all.fetch, { overrideGlobalObjects: false })
  return (request, response) => void listener(request, response)
}

export interface RootListener {
  listener: RequestListener
  /** From now on the API answers. */
  attachBackend: (shop: Backend) => void
}

/** One listener for the site, the API and the inbox. */
export function createRootListener(
  env: ServerEnv,
  live: () => RouteTable | undefined,
): RootListener {
  const site = serveStatic({
    getRouteTable: live,
    apiOrigin: URL.parse(env.PUBLIC_API_URL)?.origin,
    mediaOrigin: env.MEDIA_ORIGIN,
    https: env.SITE_URL?.startsWith('https:') ?? false,
  })
  const inbox = hasInbox(env)
  let api = notYet
  return {
    listener: (request, response) => {
      const { url } = request
      if (isUnder('/api', url) || (inbox && isUnder('/dev', url))) api(request, response)
      else site(request, response)
    },
    attachBackend: (shop) => {
      api = createApiListener(shop)
    },
  }
}
