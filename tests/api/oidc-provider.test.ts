import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { previewOidcEnv, startPreviewOidcProvider } from '#src/preview/oidc-provider.ts'
import { createAuthorizationUrl } from '#src/rules/oidc.ts'
import { formatCookies, storeCookie } from '#tests/helpers/api-client.ts'
import { closeServer, findFreePort, listen } from '#tests/helpers/http-server.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

// The loopback origin is registered without a port, so every port is allowed.
const redirectUri = 'http://127.0.0.1:4419/oauth/callback'

/**
 * Signs in at the provider, consents, and follows the redirects as a browser does.
 * @returns the parameters of the fragment of the callback's URL.
 */
async function completeFlow(port: number, login: string, nonce: string): Promise<URLSearchParams> {
  const settings = previewOidcEnv(port)
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: formatCookies(cookies) },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    const next = new URL(response.headers.get('location') ?? redirectUri, url).href
    return next.startsWith(redirectUri) ? response : visit(next)
  }
  const client = { clientId: settings.PUBLIC_GOOGLE_CLIENT_ID, redirectUri, nonce, state: 's' }
  const authorizeUrl = settings.PUBLIC_OIDC_AUTHORIZE_URL
  let page = await visit(createAuthorizationUrl({ authorizeUrl, ...client }))
  while (!page.headers.has('location')) {
    const html = await page.text()
    const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(html) ?? []
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(html) ?? []
    if (!action) throw new Error(`The provider's page has no form: ${html.slice(0, 400)}`)
    const { href } = new URL(action, settings.OIDC_ISSUER)
    page = await visit(href, { prompt, login, password: 'any' })
  }
  return new URLSearchParams(new URL(page.headers.get('location') ?? '').hash.slice(1))
}

test('the preview provider signs a user in, once for each nonce', async () => {
  const port = await findFreePort()
  const stop = await startPreviewOidcProvider({ port, redirectOrigins: ['http://127.0.0.1'] })
  const { PUBLIC_OIDC_AUTHORIZE_URL: _, ...settings } = previewOidcEnv(port)
  try {
    await using shop = await createTestApp(settings)
    const asha = shop.createClient()
    const { nonce } = (await asha.get('/auth/google/nonce')).body
    const back = await completeFlow(port, 'asha.rathore', nonce)
    expect(back.get('state')).toBe('s')
    const idToken = back.get('id_token')
    const { status, body } = await asha.post('/auth/google', { idToken })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      email: 'asha.rathore@provider.example',
      displayName: 'Asha Rathore',
      isVerified: true,
    })
    expect((await asha.post('/auth/google', { idToken })).status).toBe(401)
  } finally {
    await stop()
  }
})

test('a port in use is a StartupError with one sentence', async () => {
  const server = createServer()
  const port = await listen(server)
  await expect(startPreviewOidcProvider({ port, redirectOrigins: [] })).rejects.toThrow(
    `Port ${port} is taken: the preview's sign-in provider needs it, set PREVIEW_OIDC_PORT to another.`,
  )
  await closeServer(server)
})
