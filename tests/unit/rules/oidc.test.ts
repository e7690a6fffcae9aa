import { describe, expect, test } from 'vitest'
import {
  createAuthorizationUrl,
  isAuthorizationResponse,
  oauthChannel,
  parseAuthorizationResponse,
  popupFeatures,
} from '#src/rules/account/oidc.ts'

test('createAuthorizationUrl requests an identity token only, with state and nonce', () => {
  const url = new URL(
    createAuthorizationUrl({
      authorizeUrl: 'https://id.example/authorize?hd=example',
      clientId: 'kairavi',
      redirectUri: 'https://shop.example/oauth/callback',
      state: 'a&b',
      nonce: 'n',
    }),
  )
  expect(Object.fromEntries(url.searchParams)).toEqual({
    hd: 'example',
    client_id: 'kairavi',
    redirect_uri: 'https://shop.example/oauth/callback',
    response_type: 'id_token',
    scope: 'openid email profile',
    state: 'a&b',
    nonce: 'n',
  })
})

describe('the authorization response', () => {
  test.each([
    ['#id_token=t&state=s', { state: 's', response: { kind: 'token', idToken: 't' } }],
    ['#error=access_denied&state=s', { state: 's', response: { kind: 'denied' } }],
    ['#error=server_error&state=s', { state: 's', response: { kind: 'failed' } }],
    ['', { state: '', response: { kind: 'failed' } }],
    ['#id_token=&state=s', { state: 's', response: { kind: 'failed' } }],
  ])('parses %j', (fragment, response) =>
    expect(parseAuthorizationResponse(fragment)).toEqual(response),
  )

  test.each([null, 'token', {}, { kind: 'token' }, { kind: 'token', idToken: 7 }, { kind: 'x' }])(
    'rejects the message %j',
    (input) => expect(isAuthorizationResponse(input)).toBe(false),
  )

  test('has one channel per attempt', () => {
    expect(oauthChannel('one')).not.toBe(oauthChannel('two'))
    expect(isAuthorizationResponse({ kind: 'denied' })).toBe(true)
  })
})

test('popupFeatures centres the popup on the opener', () => {
  const features = popupFeatures({ screenX: 100, screenY: 50, outerWidth: 1_500, outerHeight: 840 })
  expect(features).toBe('popup,width=500,height=640,left=600,top=150')
})
