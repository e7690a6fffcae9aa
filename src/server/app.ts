import { Hono } from 'hono'
import type { EndpointName } from '#src/contract/endpoints.ts'
import { endpoints } from '#src/contract/endpoints.ts'
import { accountHandlers } from './account/handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { sessionFinder } from './auth/session.ts'
import { cartHandlers } from './cart/handlers.ts'
import { catalogHandlers } from './catalog/handlers.ts'
import { contactHandlers } from './contact/handlers.ts'
import type { Deps } from './deps.ts'
import { eventHandlers } from './events/handlers.ts'
import { answerErrors, answerWrongMethod } from './http/errors.ts'
import { healthHandlers } from './http/health.ts'
import { mount } from './http/mount.ts'
import { openApi } from './http/openapi.ts'
import { guardOrigin } from './http/origin.ts'
import { privateHeaders } from './http/private-headers.ts'
import { mediaRoutes } from './media/routes.ts'
import { version } from './version.ts'
import { wishlistHandlers } from './wishlist/handlers.ts'

/** The whole API below `/api`, ready to serve or to be asked in-process by a test. */
export function createApp(deps: Deps): Hono {
  const api = new Hono()
  api.use(privateHeaders())
  api.use(guardOrigin(deps))
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
    sessionFinder(deps),
  )
  answerWrongMethod(api, methodsByPath())
  answerErrors(api, deps.log)

  const app = new Hono()
  app.route('/api', api)
  answerErrors(app, deps.log)
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
