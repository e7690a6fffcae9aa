import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Role } from '#src/contract/values.ts'
import { createSession } from '#src/server/auth/session.ts'
import type { TestApp } from './test-app.ts'

export interface JsonResponse {
  status: number
  body: unknown
  headers: Headers
}

/** Somebody with a session. */
export interface SignedInUser {
  id: string
  cookie: string
  request(method: string, path: string, body?: unknown, headers?: Sent): Promise<JsonResponse>
}

type Sent = Record<string, string>

/** Somebody who is signed in: a real row and a real session, without the cost of a password. */
export async function createSignedInUser(
  shop: TestApp,
  role: Role = 'customer',
): Promise<SignedInUser> {
  const id = randomUUID()
  const now = shop.deps.now()
  await shop.deps.db
    .insertInto('user')
    .values({
      id,
      email: `${id}@example.test`,
      display_name: 'Asha Rao',
      password_hash: null,
      phone: '',
      gender: '',
      dob: '',
      photo_url: '',
      role,
      email_verified_at: now,
      google_sub: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const door = new Hono().get('*', async (c) => {
    await createSession(shop.deps, shop.deps.db, c, { id, role })
    return c.text('')
  })
  const opened = await door.request('http://shop.test/api/')
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return {
    id,
    cookie,
    request: (method, path, body, headers) =>
      requestJson(shop, method, path, body, { cookie, ...headers }),
  }
}

/** One call of anybody, with its JSON answer. */
export async function requestJson(
  shop: TestApp,
  method: string,
  path: string,
  body?: unknown,
  headers: Sent = {},
): Promise<JsonResponse> {
  const response = await shop.request(path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  }
}
