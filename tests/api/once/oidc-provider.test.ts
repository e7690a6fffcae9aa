import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { startPreviewOidcProvider } from '#src/preview/oidc-provider.ts'
import { closeServer, listen } from '#tools/http-server.ts'

// A sign-in with it is in tests/e2e/google.spec.ts.
test('a port in use is a StartupError with one sentence', async () => {
  const server = createServer()
  const port = await listen(server)
  await expect(startPreviewOidcProvider({ port, redirectOrigins: [] })).rejects.toThrow(
    `Port ${port} is taken: the preview's sign-in provider needs it, set PREVIEW_OIDC_PORT to another.`,
  )
  await closeServer(server)
})
