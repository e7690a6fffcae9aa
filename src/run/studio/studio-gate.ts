import type { RequestListener, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { createFindCaller } from '#src/server/auth/session.ts'
import type { Deps } from '#src/server/deps.ts'
import { handleErrors } from '#src/server/http/error-handler.ts'

const STAFF = 204
const OTHERS = 404

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
    return c.body(null, caller !== null && caller.role !== 'customer' ? STAFF : OTHERS)
  })
  handleErrors(gate, deps.log)
  return async (request, response) => {
    const { cookie = '' } = request.headers
    const answer = await gate.request('/', { headers: { cookie } })
    if (answer.status === STAFF) staff(request, response)
    else if (answer.status === OTHERS) others(request, response)
    else await sendError(response, answer)
  }
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
