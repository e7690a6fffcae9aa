import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

const env = vi.hoisted(() => ({ clientId: '' }))
vi.mock('astro:env/client', () => ({
  PUBLIC_API_URL: '/api',
  PUBLIC_OIDC_AUTHORIZE_URL: 'https://id.example/authorize',
  get PUBLIC_GOOGLE_CLIENT_ID() {
    return env.clientId
  },
}))

test.each([
  ['', ''],
  ['kairavi', 'orContinue with Google'],
])('with the client id “%s” the button is “%s”', async (clientId, text) => {
  env.clientId = clientId
  vi.resetModules()
  const { GoogleButton } = await import('#src/islands/account/GoogleButton.tsx')
  const noop = () => undefined
  const html = renderToString(<GoogleButton disabled={false} onClick={noop} onResult={noop} />)
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(text)
})
