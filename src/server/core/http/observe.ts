import type { MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { routePath } from 'hono/route'
import type { Deps } from '../deps.ts'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
    /** The id of the user, also of one who signs in with this request. */
    userId?: string
  }
}

/** Gives every request an id: that of a trusted proxy, or a new one. Log lines and the answer have it. */
export const assignRequestId = ({ env }: Deps): MiddlewareHandler =>
  requestId({ headerName: env.TRUSTED_PROXIES > 0 ? 'X-Request-Id' : '', limitLength: 64 })

/** Logs and measures every request by its route, because paths contain ids. */
export const observe = ({ log, events }: Deps): MiddlewareHandler =>
  async function observe(c, next) {
    const start = performance.now()
    const id = c.get('requestId')
    c.header('X-Request-Id', id)
    await next()
    const request = {
      method: c.req.method,
      route: routePath(c),
      status: c.res.status,
      durationMs: Math.round((performance.now() - start) * 10) / 10,
    }
    const userId = c.get('userId')
    log('info', 'request', { requestId: id, ...request, ...(userId ? { userId } : {}) })
    events.emit('requestHandled', request)
  }
