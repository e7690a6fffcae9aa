import { createAuthorizationUrl } from '#src/rules/oidc.ts'
import { previewOidcEnv } from '#src/server/auth/preview-oidc-provider.ts'

/**
 * Walks through the provider's pages as a browser does: sign in as `login`, consent, come back.
 * @returns what is behind the `#` of the callback's address.
 */
export async function completeOidcFlow(given: {
  port: number
  login: string
  redirectUri: string
  nonce: string
  state: string
}): Promise<URLSearchParams> {
  const settings = previewOidcEnv(given.port)
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) return response
    const target = new URL(next, url)
    return target.href.startsWith(given.redirectUri) ? response : visit(target.href)
  }
  const formOf = async (response: Response): Promise<[string, string]> => {
    const page = await response.text()
    const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(page) ?? []
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
    if (!action) throw new Error(`The provider shows no form: ${page.slice(0, 400)}`)
    return [new URL(action, settings.OIDC_ISSUER).href, prompt]
  }
  let page = await visit(
    createAuthorizationUrl({
      authorizeUrl: settings.PUBLIC_OIDC_AUTHORIZE_URL,
      clientId: settings.PUBLIC_GOOGLE_CLIENT_ID,
      ...given,
    }),
  )
  while (!page.headers.has('location')) {
    const [action, prompt] = await formOf(page)
    page = await visit(action, { prompt, login: given.login, password: 'any' })
  }
  return new URLSearchParams(new URL(page.headers.get('location') ?? '').hash.slice(1))
}
