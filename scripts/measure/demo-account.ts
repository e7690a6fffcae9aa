import type { Role } from '#src/contract/values.ts'
import { demoAccounts } from '#src/preview/demo-accounts.ts'

/** What the login of a demo account takes. */
export function getDemoLogin(role: Role): { email: string; password: string } {
  const account = demoAccounts.find((one) => one.role === role)
  if (!account) throw new Error(`There is no demo account of the role ${role}.`)
  return { email: account.email, password: account.password }
}

/** Logs a demo account in. @returns the cookies of its session. */
export async function logIn(site: string, role: Role): Promise<string> {
  const response = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(getDemoLogin(role)),
  })
  if (!response.ok) throw new Error(`The login was answered with ${response.status}.`)
  await response.arrayBuffer()
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
