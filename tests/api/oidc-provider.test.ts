import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { previewOidcEnv, startPreviewOidcProvider } from '#src/preview/oidc-provider.ts'
import { closeServer, findFreePort, listen } from '#tests/helpers/http-server.ts'
import { completeOidcFlow } from '#tests/helpers/oidc-flow.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

test('the preview provider signs a user in, once for each nonce', async () => {
  const port = await findFreePort()
  const stop = await startPreviewOidcProvider({ port, redirectOrigins: ['http://127.0.0.1'] })
  const { PUBLIC_OIDC_AUTHORIZE_URL: _, ...settings } = previewOidcEnv(port)
  try {
    await using shop = await createTestApp(settings)
    const asha = shop.createClient()
    const { nonce } = (await asha.get('/auth/google/nonce')).body
    const back = await completeOidcFlow({
      port,
      login: 'asha.rathore',
      // The loopback origin is registered without a port, so every port is allowed.
      redirectUri: 'http://127.0.0.1:4419/oauth/callback',
      nonce,
      state: 'the-state',
    })
    expect(back.get('state')).toBe('the-state')
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
