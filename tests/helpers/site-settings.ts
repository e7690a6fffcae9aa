/** Settings that pages depend on: with equal ones, the shop of all tests is compiled once. */
export const SITE_URL = 'http://localhost:4321'
/** Pages contain the port of the sign-in provider. */
export const OIDC_PORT = 4392
