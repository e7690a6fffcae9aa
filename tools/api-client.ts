import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Role } from '#src/contract/values.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { createSession } from '#src/server/shop/auth/session.ts'
import { createUser } from '#src/server/shop/users/queries.ts'
import { decodeBody } from './decode-body.ts'

/** The part of a test app that a client needs: its API, and its outbox. */
interface RequestTarget {
  deps: Deps
  request(path: string, init?: RequestInit): Promise<Response>
}

export interface JsonResponse {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  text: string
  /** The parsed text; `undefined` when the response is no JSON. */
  body: Awaited<ReturnType<Response['json']>>
}

type RequestHeaders = Record<string, string>

/** Sends a body as JSON; a string and bytes are sent as they are. */
type Send = (path: string, body?: unknown, headers?: RequestHeaders) => Promise<JsonResponse>

/** A browser with its own cookie jar. */
export interface ApiClient {
  name: string
  email: string
  password: string
  /** The signed-in user's id; empty for a visitor. */
  uid: string
  /** Name to value; a test may change it. */
  cookies: Map<string, string>
  request(method: string, ...args: Parameters<Send>): Promise<JsonResponse>
  get: Send
  post: Send
  put: Send
  patch: Send
  delete: Send
}

export const PASSWORD = 'seven lamps of amer'

/** A client without a session; `defaultHeaders` are sent with every request. */
export function createClient(
  shop: Pick<RequestTarget, 'request'>,
  defaultHeaders: RequestHeaders = {},
  user: Partial<Pick<ApiClient, 'name' | 'email' | 'uid' | 'cookies'>> = {},
): ApiClient {
  const cookies = user.cookies ?? new Map<string, string>()
  const request: ApiClient['request'] = async (method, path, body, headers = {}) => {
    const response = await shop.request(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(cookies.size === 0 ? {} : { Cookie: formatCookies(cookies) }),
        ...defaultHeaders,
        ...headers,
      },
      ...(body === undefined ? {} : { body: isSendable(body) ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = decodeBody(bytes, response)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }
  const sender =
    (method: string): Send =>
    (...args) =>
      request(method, ...args)
  return {
    name: '',
    email: '',
    password: PASSWORD,
    uid: '',
    ...user,
    cookies,
    request,
    get: sender('GET'),
    post: sender('POST'),
    put: sender('PUT'),
    patch: sender('PATCH'),
    delete: sender('DELETE'),
  }
}

/** Counts the responses to parallel calls by status. */
export async function countStatuses(
  times: number,
  call: (index: number) => Promise<Pick<JsonResponse, 'status'>>,
): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: times }, (_, index) => call(index)))
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const isSendable = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/** The value of a `Cookie` header. */
export const formatCookies = (cookies: Map<string, string>): string =>
  [...cookies].map((cookie) => cookie.join('=')).join('; ')

/** Applies a `Set-Cookie` line, or a plain `name=value`, to the jar. */
export function storeCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/;\s*Max-Age=0\b/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

/** Signs up, follows the mailed link, and signs in. */
export async function signUpVerified(shop: RequestTarget, name: string): Promise<ApiClient> {
  const email = `${name.toLowerCase()}@example.com`
  const client = createClient(shop, {}, { name, email })
  await expectOk(client.post('/auth/signup', { name, email, password: PASSWORD }))
  const token = await getMailedToken(shop, email)
  await expectOk(client.post('/auth/verify-email', { token }))
  const { user } = await expectOk(client.post('/auth/login', { email, password: PASSWORD }))
  client.uid = user.uid
  return client
}

async function expectOk(pending: Promise<JsonResponse>): Promise<JsonResponse['body']> {
  const { status, text, body } = await pending
  if (status >= 400) throw new Error(`${status}: ${text}`)
  return body
}

/** Inserts a user and a session directly, without the cost of hashing a password. */
export async function createSignedInUser(
  shop: RequestTarget,
  role: Role = 'customer',
): Promise<ApiClient> {
  const id = randomUUID()
  const name = 'Asha Rao'
  const email = `${id}@example.test`
  const now = shop.deps.now()
  await createUser(shop.deps.db, {
    id,
    email,
    display_name: name,
    role,
    email_verified_at: now,
    created_at: now,
  })
  const login = new Hono().get('*', async (c) => {
    await createSession(shop.deps, shop.deps.db, c, { id, role })
    return c.text('')
  })
  const response = await login.request('http://shop.test/api/')
  const cookies = new Map<string, string>()
  for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
  return createClient(shop, {}, { uid: id, name, email, cookies })
}

/** Every mail to that address, the newest last. */
export const listMailsTo = (shop: Pick<RequestTarget, 'deps'>, email: string) =>
  shop.deps.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('created_at')
    // Mails of a frozen clock have one time; their ids have an order.
    .orderBy('id')
    .execute()

export const findToken = (mail: { text: string } | undefined): string | undefined =>
  /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]

/** The token in the newest mail to that address. */
export async function getMailedToken(
  shop: Pick<RequestTarget, 'deps'>,
  email: string,
): Promise<string> {
  const token = findToken((await listMailsTo(shop, email)).at(-1))
  if (!token) throw new Error(`No mail to ${email} has a token.`)
  return token
}
