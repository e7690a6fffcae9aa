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

async function renderButton(): Promise<string> {
  const { GoogleButton } = await import('#src/islands/account/GoogleButton.tsx')
  const noop = () => undefined
  return renderToString(<GoogleButton disabled={false} onClick={noop} onResult={noop} />)
}

test('renders nothing without a client id', async () => {
  env.clientId = ''
  expect(await renderButton()).toBe('')
})

test('renders the button with a client id', async () => {
  env.clientId = 'kairavi'
  expect(await renderButton()).toContain('Continue with Google')
})
