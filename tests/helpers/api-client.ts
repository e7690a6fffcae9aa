import type { Deps } from '#src/server/deps.ts'

/** What a shopper needs of the shop: a door, and the mails that come out of it. */
interface RequestTarget {
  deps: Deps
  request(path: string, init?: RequestInit): Promise<Response>
}

type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>

/** A browser with a cookie jar of its own. */
export interface ApiClient {
  name: string
  email: string
  password: string
  /** Empty for a visitor. */
  uid: string
  /** Name to value; a test may change it. */
  cookies: Map<string, string>
  get: Send
  post: Send
  put: Send
  patch: Send
  delete: Send
}

export const PASSWORD = 'seven lamps of amer'

/** A browser that nobody has signed in with; `more` goes out with every call. */
export function createClient(shop: RequestTarget, more: Record<string, string> = {}): ApiClient {
  const cookies = new Map<string, string>()
  const sender =
    (method: string): Send =>
    async (path, body, headers = {}) => {
      const init: RequestInit = {
        method,
        headers: { ...cookieHeader(cookies), ...more, ...headers },
      }
      if (body !== undefined) {
        init.body = typeof body === 'string' ? body : JSON.stringify(body)
        init.headers = { 'Content-Type': 'application/json', ...init.headers }
      }
      const response = await shop.request(path, init)
      for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
      return response
    }
  return {
    name: '',
    email: '',
    password: PASSWORD,
    uid: '',
    cookies,
    get: sender('GET'),
    post: sender('POST'),
    put: sender('PUT'),
    patch: sender('PATCH'),
    delete: sender('DELETE'),
  }
}

function cookieHeader(cookies: Map<string, string>): Record<string, string> {
  if (cookies.size === 0) return {}
  return { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

/** Keeps what a `Set-Cookie` line, or one cookie, says. */
export function storeCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/;\s*Max-Age=0\b/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

/** Signs up, follows the mailed link, and signs in. */
export async function signUpVerified(shop: RequestTarget, name: string): Promise<ApiClient> {
  const email = `${name.toLowerCase()}@example.com`
  const shopper = createClient(shop)
  await expectOk(shopper.post('/auth/signup', { name, email, password: PASSWORD }))
  const token = await getMailedToken(shop, email)
  await expectOk(shopper.post('/auth/verify-email', { token }))
  const { user } = await expectOk<{ user: { uid: string } }>(
    shopper.post('/auth/login', { email, password: PASSWORD }),
  )
  return { ...shopper, name, email, uid: user.uid }
}

async function expectOk<Reply>(asked: Promise<Response>): Promise<Reply> {
  const response = await asked
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as Reply
}

/** Every mail to that address, the newest last. */
export const listMailsTo = (shop: Pick<RequestTarget, 'deps'>, email: string) =>
  shop.deps.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute()

/** The token in the newest mail to that address. */
export async function getMailedToken(
  shop: Pick<RequestTarget, 'deps'>,
  email: string,
): Promise<string> {
  const mails = await listMailsTo(shop, email)
  const token = /[?&]token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error(`No mail to ${email} has a token.`)
  return token
}
