import { previewOidcEnv } from '#src/preview/oidc-provider.ts'
import { createAuthorizationUrl } from '#src/rules/oidc.ts'
import { formatCookies, storeCookie } from './api-client.ts'

/**
 * Signs in at the provider as `login`, consents, and follows the redirects as a browser does.
 * @returns the parameters of the fragment of the callback's URL.
 */
export async function completeOidcFlow(options: {
  port: number
  login: string
  redirectUri: string
  nonce: string
  state: string
}): Promise<URLSearchParams> {
  const settings = previewOidcEnv(options.port)
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: formatCookies(cookies) },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    const next = response.headers.get('location')
    if (next === null) return response
    const target = new URL(next, url)
    return target.href.startsWith(options.redirectUri) ? response : visit(target.href)
  }
  const parseForm = async (response: Response): Promise<[string, string]> => {
    const page = await response.text()
    const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(page) ?? []
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
    if (!action) throw new Error(`The provider's page has no form: ${page.slice(0, 400)}`)
    return [new URL(action, settings.OIDC_ISSUER).href, prompt]
  }
  let page = await visit(
    createAuthorizationUrl({
      authorizeUrl: settings.PUBLIC_OIDC_AUTHORIZE_URL,
      clientId: settings.PUBLIC_GOOGLE_CLIENT_ID,
      ...options,
    }),
  )
  while (!page.headers.has('location')) {
    const [action, prompt] = await parseForm(page)
    page = await visit(action, { prompt, login: options.login, password: 'any' })
  }
  return new URLSearchParams(new URL(page.headers.get('location') ?? '').hash.slice(1))
}
