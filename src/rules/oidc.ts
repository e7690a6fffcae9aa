/** Size of the provider's window, in CSS pixels. */
const POPUP = { width: 500, height: 640 }

/** Name of the channel on which the callback page answers the attempt that began with `state`. */
export const oauthChannel = (state: string): string => `oauth:${state}`

/** Features of `window.open`, in the middle of the window the shopper looks at. */
export function popupFeatures(at: {
  screenX: number
  screenY: number
  outerWidth: number
  outerHeight: number
}): string {
  const left = Math.round(at.screenX + (at.outerWidth - POPUP.width) / 2)
  const top = Math.round(at.screenY + (at.outerHeight - POPUP.height) / 2)
  return `popup,width=${POPUP.width},height=${POPUP.height},left=${left},top=${top}`
}

interface Request {
  authorizeUrl: string
  clientId: string
  redirectUri: string
  state: string
  nonce: string
}

/** Address of the provider's page for the implicit flow with an identity token only. */
export function createAuthorizationUrl(request: Request): string {
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
  /** The shopper said no on the provider's page. */
  | { kind: 'denied' }
  | { kind: 'failed' }

/** Reads what the provider put behind the `#` of the callback's address. */
export function parseAuthorizationResponse(fragment: string): {
  state: string
  response: AuthorizationResponse
} {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  const idToken = given.get('id_token')
  const state = given.get('state') ?? ''
  if (idToken) return { state, response: { kind: 'token', idToken } }
  const declined = given.get('error') === 'access_denied'
  return { state, response: { kind: declined ? 'denied' : 'failed' } }
}

/** Whether a message on the channel is an answer of our callback page. */
export function isAuthorizationResponse(given: unknown): given is AuthorizationResponse {
  if (typeof given !== 'object' || given === null || !('kind' in given)) return false
  if (given.kind === 'token')
    return 'idToken' in given && typeof given.idToken === 'string' && given.idToken !== ''
  return given.kind === 'denied' || given.kind === 'failed'
}
