import { brand } from '#src/rules/brand.ts'
import { demoAccounts } from '#src/server/account/demo-accounts.ts'
import type { ServerEnv } from '#src/server/env.ts'
import { toInboxUrl } from '#src/server/mail/inbox.ts'
import { hasInbox } from './request-listener.ts'

/** The lines that are printed when the shop is open. `duration` is formatted. */
export function formatStartupMessage(env: ServerEnv, origin: string, duration: string): string[] {
  const accounts = env.PREVIEW
    ? demoAccounts.map(({ email, password }) => `Demo account: ${email}, password ${password}`)
    : []
  const opensInbox = hasInbox(env) && !env.SMTP_URL
  const inbox = opensInbox ? [`Mails can be read at ${origin}${toInboxUrl(env)}`] : []
  return [`${brand.name} is open at ${origin} (ready after ${duration}).`, ...accounts, ...inbox]
}
