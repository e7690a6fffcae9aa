import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Role } from '#src/contract/values.ts'
import { createSession } from '#src/server/auth/session.ts'
import type { Shop } from './shop.ts'

export interface Answer {
  status: number
  body: unknown
  headers: Headers
}

/** Somebody with a session. */
export interface SignedIn {
  id: string
  cookie: string
  call(method: string, path: string, body?: unknown, headers?: Sent): Promise<Answer>
}

type Sent = Record<string, string>

/** Somebody who is signed in: a real row and a real session, without the cost of a password. */
export async function signIn(shop: Shop, role: Role = 'customer'): Promise<SignedIn> {
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
    call: (method, path, body, headers) => ask(shop, method, path, body, { cookie, ...headers }),
  }
}

/** One call of anybody, with its JSON answer. */
export async function ask(
  shop: Shop,
  method: string,
  path: string,
  body?: unknown,
  headers: Sent = {},
): Promise<Answer> {
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
