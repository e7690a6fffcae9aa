import { oauthChannel, parseAuthorizationResponse } from '#src/rules/oidc.ts'

const { state, response } = parseAuthorizationResponse(location.hash)
// The identity token must not stay in the history of this window.
history.replaceState(null, '', location.pathname)

if (state) new BroadcastChannel(oauthChannel(state)).postMessage(response)
// A moment for the message to leave before the window does.
setTimeout(() => close(), 100)
