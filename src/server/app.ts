import { readFileSync } from 'node:fs'
import { Hono, type MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { UCP_API_PATH } from '#src/channels/ucp-profile.ts'
import type { readyResponse } from '#src/contract/endpoint.ts'
import { endpoints } from '#src/contract/endpoints.ts'
import { MIN_FREE_BYTES } from './core/data-dir.ts'
import type { Deps } from './core/deps.ts'
import { apiHeaders } from './core/http/api-headers.ts'
import { corsAndCsrf } from './core/http/cors-and-csrf.ts'
import { handleErrors, handleMethodNotAllowed } from './core/http/error-handler.ts'
import { type Handlers, mount } from './core/http/mount.ts'
import { assignRequestId, observe } from './core/http/observe.ts'
import { createOpenApiHandler } from './core/http/openapi.ts'
import { pingDatabase } from './core/http/queries.ts'
import { findPublishResult } from './core/publish-requests/queries.ts'
import { accountHandlers } from './shop/account/handlers.ts'
import { authHandlers, secondFactorHandlers } from './shop/auth/handlers.ts'
import { createFindCaller } from './shop/auth/session.ts'
import { cartHandlers } from './shop/cart/handlers.ts'
import { catalogHandlers } from './shop/catalog/handlers.ts'
import { contactHandlers } from './shop/contact/handlers.ts'
import { eventHandlers } from './shop/events/handlers.ts'
import { mediaRoutes } from './shop/media/routes.ts'
import { orderHandlers } from './shop/orders/handlers.ts'
import { reviewHandlers } from './shop/reviews/handlers.ts'
import { stockAlertHandlers } from './shop/stock-alerts/handlers.ts'
import { ucpRoutes } from './shop/ucp/routes.ts'
import { wishlistHandlers } from './shop/wishlist/handlers.ts'
import { contentHandlers } from './studio/content/handlers.ts'
import { deletionHandlers } from './studio/deletion/handlers.ts'
import { adminHandlers } from './studio/handlers.ts'
import { launchHandlers } from './studio/launches/handlers.ts'
import { editorOrderHandlers } from './studio/orders/handlers.ts'
import { pictureHandlers } from './studio/pictures/handlers.ts'
import { productHandlers } from './studio/products/handlers.ts'
import { publishHandlers } from './studio/releases/handlers.ts'
import { studioSearchHandlers } from './studio/search/handlers.ts'

const packageJson = new URL('../../package.json', import.meta.url)
const { version } = JSON.parse(readFileSync(packageJson, 'utf8')) as { version: string }

/** Creates the API below `/api`; a server listens with its `fetch`, a test calls `request`. */
export function createApp(deps: Deps): Hono {
  const api = new Hono()
  api.use(assignRequestId(deps))
  api.use(observe(deps))
  api.use(securityHeaders)
  api.use(corsAndCsrf(deps))
  api.get('/openapi.json', createOpenApiHandler(version))
  api.route('/media', mediaRoutes(deps))
  api.route(UCP_API_PATH, ucpRoutes(deps))
  mount(
    api,
    deps,
    {
      ...healthHandlers(deps),
      ...catalogHandlers(deps),
      ...cartHandlers(deps),
      ...wishlistHandlers(deps),
      ...stockAlertHandlers(deps),
      ...reviewHandlers(deps),
      ...authHandlers(deps),
      ...orderHandlers(deps),
      ...accountHandlers(deps),
      ...contactHandlers(deps),
      ...eventHandlers(deps),
      ...productHandlers(deps),
      ...contentHandlers(deps),
      ...launchHandlers(deps),
      ...pictureHandlers(deps),
      ...deletionHandlers(deps),
      ...publishHandlers(deps),
      ...editorOrderHandlers(deps),
      ...studioSearchHandlers(deps),
      ...adminHandlers(deps),
      ...secondFactorHandlers(deps),
    },
    createFindCaller(deps),
  )
  handleMethodNotAllowed(api, getMethodsByPath())
  handleErrors(api, deps.log)

  const app = new Hono()
  app.route('/api', api)
  handleErrors(app, deps.log)
  return app
}

const apiHeaderEntries = Object.entries(apiHeaders)

/** Sets headers before the handler: reading those of a response afterwards makes the server slower. */
const securityHeaders: MiddlewareHandler = (c, next) => {
  for (const [name, value] of apiHeaderEntries) c.header(name, value)
  return next()
}

const healthHandlers = ({ db, env, readFreeBytes }: Deps) =>
  ({
    'GET /health': async () => {
      await pingDatabase(db)
      return { status: 'ok', preview: env.PREVIEW, version }
    },
    'GET /ready': async () => {
      const result = await findPublishResult(db)
      const look = await readFreeBytes?.()
      const problems: z.output<typeof readyResponse>['problems'] = []
      if (result?.error) problems.push('publish-failed')
      if (look?.value !== undefined && look.value < MIN_FREE_BYTES) problems.push('disk-full')
      if (look?.isStalled) problems.push('data-dir-stalled')
      return { status: 'ready', problems }
    },
  }) satisfies Partial<Handlers>

function getMethodsByPath(): Map<string, string[]> {
  const methodsByPath = new Map<string, string[]>()
  for (const name of Object.keys(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method])
  }
  return methodsByPath
}
