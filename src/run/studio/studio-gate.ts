import type { RequestListener } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { createFindCaller } from '#src/server/auth/session.ts'
import type { Deps } from '#src/server/deps.ts'
import { handleErrors } from '#src/server/http/error-handler.ts'

/** Passes requests of editors and admins to `staff`, and all others to `others`. */
export function createStudioGate(
  deps: Deps,
  staff: RequestListener,
  others: RequestListener,
): RequestListener {
  const findCaller = createFindCaller(deps)
  const gate = new Hono()
  gate.all('*', async (c) => {
    const caller = await findCaller(c)
    const isStaff = caller !== null && caller.role !== 'customer'
    const listener = isStaff ? staff : others
    const { incoming, outgoing } = c.env as HttpBindings
    listener(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  })
  handleErrors(gate, deps.log)
  const listener = getRequestListener(gate.fetch, { overrideGlobalObjects: false })
  return (request, response) => void listener(request, response)
}
