import { brand } from '#src/rules/brand.ts'
import { demoAccounts } from '#src/server/account/demo-accounts.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { hasInbox } from './request-listener.ts'

/** What an operator reads when the shop is open. */
export function formatStartupMessage(env: ServerEnv, address: string, span: string): string[] {
  const accounts = env.PREVIEW
    ? demoAccounts.map(({ email, password }) => `Demo account: ${email}, password ${password}`)
    : []
  const inbox = hasInbox(env) && !env.SMTP_URL ? [`Mails can be read at ${address}/dev/inbox`] : []
  return [`${brand.name} is open at ${address} (ready after ${span}).`, ...accounts, ...inbox]
}
