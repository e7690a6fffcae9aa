import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { paths } from '#src/rules/paths.ts'
import { createBoundedQueue } from '#src/server/core/bounded-queue.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { getSiteUrl } from '#src/server/core/env.ts'
import { HttpError } from '#src/server/core/errors.ts'
import { readBody } from '#src/server/core/http/body.ts'
import { clientAddress, clientSubnet } from '#src/server/core/http/client-address.ts'
import { toHttpError } from '#src/server/core/http/error-handler.ts'
import { consume, type RateLimit } from '#src/server/core/http/rate-limit.ts'
import { getProductDetail, lookupCatalog, searchCatalog } from './catalog.ts'
import { createPlatformProfiles } from './platform-profile.ts'
import { toUcpError, UcpError } from './ucp-error.ts'
import {
  LOOKUP_CAPABILITY,
  SEARCH_CAPABILITY,
  type UcpCapability,
  UCP_VERSION as version,
} from './ucp-profile.ts'
import { ucpLookupRequest, ucpProductRequest, ucpSearchRequest } from './ucp-requests.ts'

/** Calls of the Universal Commerce Protocol of one client subnet, which may be all of an assistant's. */
const UCP_CALLS: RateLimit = { name: 'ucp', limit: 1_200, windowMinutes: 5, inMemory: true }

/** Answers that are made at once, and that wait. */
const ANSWERS = { concurrency: 2, maxPending: 32 }

interface Operation<Request extends z.ZodType> {
  capability: UcpCapability
  request: Request
  /** @returns undefined where nothing matches. */
  run: (request: z.output<Request>) => Promise<object | undefined>
}

/**
 * The catalogue for assistants, as the REST binding of the Universal Commerce Protocol has it. It is no part of
 * the shop's own contract: the protocol says what requests, answers and errors look like.
 */
export function ucpRoutes(deps: Deps): Hono {
  const app = new Hono()
  const findPlatform = createPlatformProfiles(deps)
  const enqueue = createBoundedQueue(ANSWERS)
  const continueUrl = new URL(paths.shop, getSiteUrl(deps.env)).href

  function add<Request extends z.ZodType>(
    path: string,
    { capability, request, run }: Operation<Request>,
  ): void {
    app.post(path, async (c) => {
      await consume(deps, UCP_CALLS, clientSubnet(clientAddress(c, deps.env)))
      const body = await readBody(c, request)
      const capabilities = await findPlatform(c)
      if (!capabilities.has(capability))
        return respondWithError(c, {
          code: 'capabilities_incompatible',
          content: `The profile of the platform does not have ${capability} ${version}.`,
        })
      const ucp = { version, capabilities: { [capability]: [{ version }] } }
      const answer = await enqueue(() => run(body))
      if (answer) return c.json({ ucp, ...answer })
      return respondWithError(
        c,
        { code: 'not_found', content: 'There is no such product.' },
        ucp.capabilities,
      )
    })
    app.all(path, (c) => {
      c.header('Allow', 'POST')
      throw new HttpError(405, 'Use POST here.')
    })
  }

  /** An outcome that is no error of the transport. */
  const respondWithError = (
    c: Context,
    error: { code: string; content: string },
    capabilities: object = {},
  ): Response =>
    c.json({
      ucp: { version, status: 'error', capabilities },
      messages: [{ type: 'error', severity: 'unrecoverable', ...error }],
      continue_url: continueUrl,
    })

  add('/catalog/search', {
    capability: SEARCH_CAPABILITY,
    request: ucpSearchRequest,
    run: (request) => searchCatalog(deps, request),
  })
  add('/catalog/lookup', {
    capability: LOOKUP_CAPABILITY,
    request: ucpLookupRequest,
    run: (request) => lookupCatalog(deps, request),
  })
  add('/catalog/product', {
    capability: LOOKUP_CAPABILITY,
    request: ucpProductRequest,
    run: (request) => getProductDetail(deps, request),
  })
  app.all('*', () => {
    throw new HttpError(404, 'There is nothing at this address.')
  })

  app.onError((thrown, c) => {
    const http = thrown instanceof UcpError ? undefined : toHttpError(thrown, c, deps.log)
    const error = http ? toUcpError(http) : (thrown as UcpError)
    if (http?.retryAfter !== undefined) c.header('Retry-After', String(http.retryAfter))
    const { status, code, message } = error
    return c.json({ code, content: message, continue_url: continueUrl }, status)
  })
  return app
}
