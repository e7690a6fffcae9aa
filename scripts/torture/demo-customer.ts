import { productsResponse } from '#src/contract/catalog.ts'
import { demoAccounts } from '#src/preview/demo-accounts.ts'

/** Logs the demo customer in. @returns the cookie. */
export async function logIn(site: string): Promise<string> {
  const [customer] = demoAccounts
  const response = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: customer?.email, password: customer?.password }),
  })
  if (!response.ok) throw new Error(`The login was answered with ${response.status}.`)
  await response.arrayBuffer()
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

export async function listProducts(site: string) {
  const response = await fetch(`${site}/api/products/get-all-products`)
  return productsResponse.parse(await response.json()).products
}
