import { Hono } from 'hono'
import type { EndpointName } from '#src/contract/endpoints.ts'
import { endpoints } from '#src/contract/endpoints.ts'
import { accountHandlers } from './account/handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { createFindCaller } from './auth/session.ts'
import { cartHandlers } from './cart/handlers.ts'
import { catalogHandlers } from './catalog/handlers.ts'
import { contactHandlers } from './contact/handlers.ts'
import type { Deps } from './deps.ts'
import { eventHandlers } from './events/handlers.ts'
import { corsAndCsrf } from './http/cors-and-csrf.ts'
import { handleErrors, handleMethodNotAllowed } from './http/error-handler.ts'
import { healthHandlers } from './http/health.ts'
import { mount } from './http/mount.ts'
import { openApi } from './http/openapi.ts'
import { securityHeaders } from './http/security-headers.ts'
import { mediaRoutes } from './media/routes.ts'
import { version } from './version.ts'
import { wishlistHandlers } from './wishlist/handlers.ts'

/** The whole API below `/api`, ready to serve or to be asked in-process by a test. */
export function createApp(deps: Deps): Hono {
  const api = new Hono()
  api.use(securityHeaders())
  api.use(corsAndCsrf(deps))
  api.get('/openapi.json', (c) => c.json(openApi(version)))
  api.route('/media', mediaRoutes(deps))
  mount(
    api,
    deps,
    {
      ...healthHandlers(deps),
      ...catalogHandlers(deps),
      ...cartHandlers(deps),
      ...wishlistHandlers(deps),
      ...authHandlers(deps),
      ...accountHandlers(deps),
      ...contactHandlers(deps),
      ...eventHandlers(deps),
    },
    createFindCaller(deps),
  )
  handleMethodNotAllowed(api, methodsByPath())
  handleErrors(api, deps.log)

  const app = new Hono()
  app.route('/api', api)
  handleErrors(app, deps.log)
  return app
}

function methodsByPath(): Map<string, string[]> {
  const known = new Map<string, string[]>()
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const [method = '', path = ''] = name.split(' ')
    known.set(path, [...(known.get(path) ?? []), method])
  }
  return known
}
