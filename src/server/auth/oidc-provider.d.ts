declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** What we use of it; the package brings no types. */
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
  }
}
