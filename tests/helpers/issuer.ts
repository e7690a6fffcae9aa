import { createServer } from 'node:http'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { closeServer, listen } from './http-server.ts'

export const CLIENT_ID = 'kairavi-shop'

/** An OpenID provider's keys, served over HTTP as providers serve them. */
export interface Issuer extends AsyncDisposable {
  url: string
  jwksUri: string
  keys: { privateKey: CryptoKey; publicKey: CryptoKey }
  /** A token as the provider makes it; `claims` and `header` replace what it would say. */
  sign(claims?: JWTPayload, header?: Record<string, unknown>): Promise<string>
  /** Times the keys were asked for. */
  getJwksRequestCount: () => number
}

export async function startIssuer(delayMs = 0): Promise<Issuer> {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    setTimeout(() => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ keys: [jwk] }))
    }, delayMs)
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  return {
    url,
    jwksUri: `${url}/jwks`,
    keys,
    getJwksRequestCount: () => asked,
    sign: (claims = {}, header = {}) =>
      new SignJWT({ ...usual(url), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'JWT', ...header })
        .sign(keys.privateKey),
    [Symbol.asyncDispose]: () => closeServer(server),
  }
}

const usual = (issuer: string): JWTPayload => {
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
