import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'

const env = vi.hoisted(() => ({ clientId: '' }))
vi.mock('astro:env/client', () => ({
  PUBLIC_API_URL: '/api',
  PUBLIC_OIDC_AUTHORIZE_URL: 'https://id.example/authorize',
  get PUBLIC_GOOGLE_CLIENT_ID() {
    return env.clientId
  },
}))

beforeEach(() => {
  vi.resetModules()
})

async function rendered(): Promise<string> {
  const { GoogleButton } = await import('#src/islands/account/GoogleButton.tsx')
  const nothing = () => undefined
  return renderToString(<GoogleButton disabled={false} onClick={nothing} onResult={nothing} />)
}

test('without a client id there is no Google button', async () => {
  env.clientId = ''
  expect(await rendered()).toBe('')
})

test('§2.login.1 with one there is', async () => {
  env.clientId = 'kairavi'
  expect(await rendered()).toContain('Continue with Google')
})
