import { readFileSync } from 'node:fs'
import { Hono, type MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { ucpRoutes } from '#src/assistants/routes.ts'
import { UCP_API_PATH } from '#src/assistants/ucp-profile.ts'
import type { ProcessName, readyResponse } from '#src/contract/endpoint.ts'
import { MIN_FREE_BYTES } from './core/data-dir.ts'
import type { Deps } from './core/deps.ts'
import { apiHeaders } from './core/http/api-headers.ts'
import { corsAndCsrf } from './core/http/cors-and-csrf.ts'
import { handleErrors, handleMethodNotAllowed } from './core/http/error-handler.ts'
import { limitDuration } from './core/http/limit-duration.ts'
import { type Handlers, listEndpointNames, mount, uploadPaths } from './core/http/mount.ts'
import { assignRequestId, observe } from './core/http/observe.ts'
import { createOpenApiHandler } from './core/http/openapi.ts'
import { pingDatabase } from './core/http/queries.ts'
import type { ProcessPart } from './core/process-part.ts'
import { findPublishResult } from './core/publish-requests/queries.ts'
import { accountHandlers } from './shop/account/handlers.ts'
import { authHandlers, secondFactorHandlers } from './shop/auth/handlers.ts'
import { createFindCaller } from './shop/auth/session.ts'
import { cartHandlers } from './shop/cart/handlers.ts'
import { catalogHandlers } from './shop/catalog/handlers.ts'
import { contactHandlers } from './shop/contact/handlers.ts'
import { eventHandlers, figureHandlers } from './shop/events/handlers.ts'
import { mediaRoutes } from './shop/media/routes.ts'
import { orderHandlers } from './shop/orders/handlers.ts'
import { hasKeyRefusal } from './shop/orders/payment-queries.ts'
import { editorReviewHandlers, reviewHandlers } from './shop/reviews/handlers.ts'
import { stockAlertHandlers } from './shop/stock-alerts/handlers.ts'
import { wishlistHandlers } from './shop/wishlist/handlers.ts'
import { contentHandlers } from './studio/content/handlers.ts'
import { deletionHandlers } from './studio/deletion/handlers.ts'
import { adminHandlers, invitationHandlers } from './studio/handlers.ts'
import { launchHandlers } from './studio/launches/handlers.ts'
import { editorOrderHandlers } from './studio/orders/handlers.ts'
import { pictureHandlers } from './studio/pictures/handlers.ts'
import { productHandlers } from './studio/products/handlers.ts'
import { publishHandlers, publishRequestHandlers } from './studio/releases/handlers.ts'
import { studioSearchHandlers } from './studio/search/handlers.ts'

const packageJson = new URL('../../package.json', import.meta.url)
const { version } = JSON.parse(readFileSync(packageJson, 'utf8')) as { version: string }

/**
 * Creates the API below `/api`; a server listens with its `fetch`, a test calls `request`.
 * @param part names the process whose calls it answers.
 */
export function createApp(deps: Deps, part: ProcessPart): Hono {
  const api = new Hono()
  api.use(assignRequestId(deps))
  api.use(observe(deps))
  api.use(limitDuration(uploadPaths))
  api.use(securityHeaders)
  api.use(corsAndCsrf(deps))
  const findCaller = createFindCaller(deps)
  if (part !== 'desk') {
    api.get('/openapi.json', createOpenApiHandler(version))
    api.route('/media', mediaRoutes(deps))
    api.route(UCP_API_PATH, ucpRoutes(deps))
    mount(api, deps, 'shop', shopHandlers(deps), findCaller)
    handleMethodNotAllowed(api, getMethodsByPath('shop'))
  }
  if (part !== 'shop') {
    mount(api, deps, 'desk', deskHandlers(deps), findCaller)
    handleMethodNotAllowed(api, getMethodsByPath('desk'))
  }
  handleErrors(api, deps.log)

  const app = new Hono()
  app.route('/api', api)
  handleErrors(app, deps.log)
  return app
}

const shopHandlers = (deps: Deps) => ({
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
  ...publishRequestHandlers(deps),
  ...invitationHandlers(deps),
  ...secondFactorHandlers(deps),
})

const deskHandlers = (deps: Deps) => ({
  ...editorReviewHandlers(deps),
  ...figureHandlers(deps),
  ...productHandlers(deps),
  ...contentHandlers(deps),
  ...launchHandlers(deps),
  ...pictureHandlers(deps),
  ...deletionHandlers(deps),
  ...publishHandlers(deps),
  ...editorOrderHandlers(deps),
  ...studioSearchHandlers(deps),
  ...adminHandlers(deps),
})

const apiHeaderEntries = Object.entries(apiHeaders)

/** Sets headers before the handler: reading those of a response afterwards makes the server slower. */
const securityHeaders: MiddlewareHandler = (c, next) => {
  for (const [name, value] of apiHeaderEntries) c.header(name, value)
  return next()
}

const healthHandlers = ({ db, env, readFreeBytes, isDeskUp }: Deps) =>
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
      if (await hasKeyRefusal(db)) problems.push('payment-keys-refused')
      if (look?.isStalled) problems.push('data-dir-stalled')
      if (isDeskUp?.() === false) problems.push('desk-down')
      return { status: 'ready', problems }
    },
  }) satisfies Partial<Handlers>

function getMethodsByPath(process: ProcessName): Map<string, string[]> {
  const methodsByPath = new Map<string, string[]>()
  for (const name of listEndpointNames(process)) {
    const [method = '', path = ''] = name.split(' ')
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method])
  }
  return methodsByPath
}
