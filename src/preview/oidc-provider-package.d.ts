declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** The used part of the API, because the package has no types. */
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
  }
}
