/** Size of the provider's popup, in CSS pixels. */
const POPUP_SIZE = { width: 500, height: 640 }

/** Name of the BroadcastChannel on which the callback page answers the attempt with this `state`. */
export const oauthChannel = (state: string): string => `oauth:${state}`

/** Features of `window.open` for a popup centred on the opener. */
export function popupFeatures(opener: {
  screenX: number
  screenY: number
  outerWidth: number
  outerHeight: number
}): string {
  const left = Math.round(opener.screenX + (opener.outerWidth - POPUP_SIZE.width) / 2)
  const top = Math.round(opener.screenY + (opener.outerHeight - POPUP_SIZE.height) / 2)
  return `popup,width=${POPUP_SIZE.width},height=${POPUP_SIZE.height},left=${left},top=${top}`
}

interface AuthorizationRequest {
  authorizeUrl: string
  clientId: string
  redirectUri: string
  state: string
  nonce: string
}

/** Authorization URL of the implicit flow with an identity token only (OpenID Connect Core 3.2). */
export function createAuthorizationUrl(request: AuthorizationRequest): string {
  const url = new URL(request.authorizeUrl)
  url.searchParams.set('client_id', request.clientId)
  url.searchParams.set('redirect_uri', request.redirectUri)
  url.searchParams.set('response_type', 'id_token')
  url.searchParams.set('scope', 'openid email profile')
  url.searchParams.set('state', request.state)
  url.searchParams.set('nonce', request.nonce)
  return url.href
}

export type AuthorizationResponse =
  | { kind: 'token'; idToken: string }
  /** The shopper declined on the provider's page. */
  | { kind: 'denied' }
  | { kind: 'failed' }

/** Parses the fragment of the callback URL. */
export function parseAuthorizationResponse(fragment: string): {
  state: string
  response: AuthorizationResponse
} {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const idToken = params.get('id_token')
  const state = params.get('state') ?? ''
  if (idToken) return { state, response: { kind: 'token', idToken } }
  const denied = params.get('error') === 'access_denied'
  return { state, response: { kind: denied ? 'denied' : 'failed' } }
}

/** True for a message that the callback page sends on the channel. */
export function isAuthorizationResponse(input: unknown): input is AuthorizationResponse {
  if (typeof input !== 'object' || input === null || !('kind' in input)) return false
  if (input.kind === 'token')
    return 'idToken' in input && typeof input.idToken === 'string' && input.idToken !== ''
  return input.kind === 'denied' || input.kind === 'failed'
}
