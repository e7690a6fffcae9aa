import type { Role } from '#src/contract/values.ts'
import { demoAccounts } from '#src/preview/demo-accounts.ts'
import { type ApiClient, createClient } from '#tools/api-client.ts'

/** Returns the credentials of a demo account. */
export function getDemoLogin(role: Role): { email: string; password: string } {
  const account = demoAccounts.find((account) => account.role === role)
  if (!account) throw new Error(`There is no demo account of the role ${role}.`)
  return { email: account.email, password: account.password }
}

/** Creates a client of a running site that is signed in to a demo account. */
export async function logIn(site: string, role: Role): Promise<ApiClient> {
  // `fetch` has decompressed the body and keeps the header that says otherwise.
  const request = async (path: string, init?: RequestInit) => {
    const { body, status, headers: sent } = await fetch(`${site}/api${path}`, init)
    const headers = new Headers(sent)
    headers.delete('Content-Encoding')
    return new Response(body, { status, headers })
  }
  const client = createClient({ request })
  const { status } = await client.post('/auth/login', getDemoLogin(role))
  if (status !== 200) throw new Error(`The login was answered with ${status}.`)
  return client
}
