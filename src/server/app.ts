import { readFileSync } from 'node:fs'
import { Hono, type MiddlewareHandler } from 'hono'
import { UCP_API_PATH } from '#src/channels/ucp-profile.ts'
import { endpoints } from '#src/contract/endpoints.ts'
import { accountHandlers } from './account/handlers.ts'
import { adminHandlers } from './admin/handlers.ts'
import { authHandlers, secondFactorHandlers } from './auth/handlers.ts'
import { createFindCaller } from './auth/session.ts'
import { cartHandlers } from './cart/handlers.ts'
import { catalogHandlers } from './catalog/handlers.ts'
import { contactHandlers } from './contact/handlers.ts'
import { contentHandlers } from './content/handlers.ts'
import type { Deps } from './deps.ts'
import { productHandlers } from './editor/handlers.ts'
import { publishHandlers } from './editor/publish-handlers.ts'
import { eventHandlers } from './events/handlers.ts'
import { apiHeaders } from './http/api-headers.ts'
import { corsAndCsrf } from './http/cors-and-csrf.ts'
import { handleErrors, handleMethodNotAllowed } from './http/error-handler.ts'
import { type Handlers, mount } from './http/mount.ts'
import { assignRequestId, observe } from './http/observe.ts'
import { createOpenApiHandler } from './http/openapi.ts'
import { pingDatabase } from './http/queries.ts'
import { launchHandlers } from './launches/handlers.ts'
import { mediaRoutes } from './media/routes.ts'
import { pictureHandlers } from './pictures/handlers.ts'
import { reviewHandlers } from './reviews/handlers.ts'
import { stockAlertHandlers } from './stock-alerts/handlers.ts'
import { ucpRoutes } from './ucp/routes.ts'
import { wishlistHandlers } from './wishlist/handlers.ts'

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
      ...accountHandlers(deps),
      ...contactHandlers(deps),
      ...eventHandlers(deps),
      ...productHandlers(deps),
      ...contentHandlers(deps),
      ...launchHandlers(deps),
      ...pictureHandlers(deps),
      ...publishHandlers(deps),
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

const healthHandlers = ({ db, env }: Deps) =>
  ({
    'GET /health': async () => {
      await pingDatabase(db)
      return { status: 'ok', preview: env.PREVIEW, version }
    },
    'GET /ready': async () => {
      await pingDatabase(db)
      return { status: 'ready' }
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
