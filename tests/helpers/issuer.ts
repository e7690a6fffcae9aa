import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { serve } from './http-server.ts'

export const CLIENT_ID = 'kairavi-shop'

/** An OpenID provider that signs tokens and serves its keys over HTTP. */
export interface Issuer extends AsyncDisposable {
  url: string
  jwksUri: string
  keys: { privateKey: CryptoKey; publicKey: CryptoKey }
  /** Signs a valid token; `claims` and `header` override its own. */
  sign(claims?: JWTPayload, header?: Record<string, unknown>): Promise<string>
}

export async function startIssuer(): Promise<Issuer> {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
  const server = await serve((_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  const { url } = server
  return {
    url,
    jwksUri: `${url}/jwks`,
    keys,
    sign: (claims = {}, header = {}) =>
      new SignJWT({ ...defaultClaims(url), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'JWT', ...header })
        .sign(keys.privateKey),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const defaultClaims = (issuer: string): JWTPayload => {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: issuer,
    aud: CLIENT_ID,
    sub: 'google-7',
    iat: now,
    exp: now + 600,
    email: 'asha@example.com',
    email_verified: true,
    name: 'Asha Rathore',
    picture: 'https://pictures.example/asha.jpg',
  }
}
