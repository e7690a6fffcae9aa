import type { MiddlewareHandler } from 'hono'
import { HttpError } from '../errors.ts'

/** Proxies such as nginx give up after 60 s. */
const ANSWER_MS = 55_000
/** Limit for files of editors, e.g. an import. */
const UPLOAD_ANSWER_MS = 180_000

/**
 * Answers 503 if a call takes too long, so that the client always gets an answer. The call goes on.
 * @param uploadPaths paths of the calls that take a file.
 */
export const limitDuration =
  (uploadPaths: ReadonlySet<string>): MiddlewareHandler =>
  async (c, next) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      const ms = uploadPaths.has(c.req.path) ? UPLOAD_ANSWER_MS : ANSWER_MS
      timer = setTimeout(() => reject(lateError()), ms)
    })
    await Promise.race([next(), late]).finally(() => clearTimeout(timer))
  }

const lateError = (): HttpError =>
  new HttpError(
    503,
    'This takes too long just now. It may still take effect: please look before you try again.',
    { retryAfter: 10 },
  )
