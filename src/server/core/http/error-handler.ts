import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import type { ApiError } from '#src/contract/endpoint.ts'
import { busyError, HttpError, isStorageUnavailable, isTransient, storageError } from '../errors.ts'
import type { Log } from '../log.ts'

/** Answers every error as the contract's `ApiError` with its status. */
export function handleErrors(app: Hono, log: Log): void {
  app.onError((error, c) => respond(c, toHttpError(error, c, log)))
  app.notFound((c) => respond(c, new HttpError(404, 'There is nothing at this address.')))
}

/** Returns the error that the client receives. Logs errors that concern the operator. */
export function toHttpError(error: Error, c: Context, log: Log): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof HTTPException) return new HttpError(error.status, 'Invalid request.')
  if (isStorageUnavailable(error)) {
    log('error', 'storage full or read-only', { ...identify(c), error: error.message })
    return storageError(10)
  }
  if (isTransient(error)) {
    log('warn', 'service unavailable', { ...identify(c), error: error.message })
    return busyError(2)
  }
  log('error', 'request failed', { ...identify(c), error: error.stack ?? error.message })
  return new HttpError(500, 'Something went wrong.')
}

const identify = (c: Context) => ({ requestId: c.get('requestId'), route: routePath(c) })

/** Answers 405 with `Allow` to unknown methods of a path of the API. */
export function handleMethodNotAllowed(app: Hono, methodsByPath: Map<string, string[]>): void {
  for (const [path, methods] of methodsByPath)
    app.all(path, (c) => {
      c.header('Allow', methods.join(', '))
      return respond(c, new HttpError(405, `Use ${methods.join(' or ')} here.`))
    })
}

function respond(c: Context, { status, message, field, retryAfter, details }: HttpError): Response {
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  const body: ApiError = { success: false, message, ...(field ? { field } : {}), ...details }
  return c.json(body, status)
}
