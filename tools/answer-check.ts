import { isDeepStrictEqual } from 'node:util'
import { apiError, type Endpoint } from '#src/contract/endpoint.ts'
import { endpoints } from '#src/contract/endpoints.ts'
import { decodeBody } from './decode-body.ts'

/** Error statuses of every endpoint (src/contract/endpoint.ts). */
const COMMON_STATUSES = [400, 403, 413, 415, 429, 500, 503]

interface Route {
  name: string
  endpoint: Endpoint
  method: string
  pattern: RegExp
}

/** A path without parameters comes first, e.g. `/reviews/own` before `/reviews/:id`. */
const routes = Object.entries<Endpoint>(endpoints)
  .map(([name, endpoint]): Route => {
    const [method = '', path = ''] = name.split(' ')
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return { name, endpoint, method, pattern }
  })
  .toSorted((a, b) => Number(a.name.includes(':')) - Number(b.name.includes(':')))

/** Paths of what an answer has, and the contract does not. */
function findUndeclared(answer: unknown, declared: unknown, path = ''): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) => {
    const known = (declared ?? {}) as Record<string, unknown>
    return name in known
      ? findUndeclared(value, known[name], `${path}.${name}`)
      : [`${path}.${name}`]
  })
}

function findError({ name, endpoint }: Route, status: number, body: unknown): string | undefined {
  if (status >= 400) {
    const isDeclared =
      COMMON_STATUSES.includes(status) ||
      endpoint.errorStatuses?.includes(status) ||
      (status === 401 && endpoint.access !== 'public') ||
      (status === 404 && name.includes('/:'))
    if (!isDeclared) return `the status ${status} is not in the contract`
    return apiError.safeParse(body).success ? undefined : 'the error has no message'
  }
  if (status !== (endpoint.status ?? 200)) return `the status is ${status}`
  const { data, error } = endpoint.response.safeParse(body)
  if (error) return error.message
  if (isDeepStrictEqual(body, data)) return undefined
  const undeclared = findUndeclared(body, data)
  return undeclared.length > 0 ? `it has ${undeclared.join(', ')}` : undefined
}

/**
 * Checks an answer of the API.
 * @param path without `/api`.
 * @throws Error when the contract does not allow it: a field that it does not have would be public by accident.
 */
export async function assertInContract(
  method: string,
  path: string,
  response: Response,
): Promise<void> {
  const [plain = ''] = path.split('?', 1)
  const route = routes.find((route) => route.method === method && route.pattern.test(plain))
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!route || !isJson) return
  const text = decodeBody(await response.clone().bytes(), response)
  const error = findError(route, response.status, JSON.parse(text))
  if (error) throw new Error(`${route.name}: ${error}`)
}
