import { brand } from '#src/rules/brand.ts'
import { demoAccounts } from '#src/server/account/demo-accounts.ts'
import { isLoopbackHost, type ServerEnv } from '#src/server/env.ts'
import { hasInbox } from './request-listener.ts'

/** The lines that are printed when the shop is open. `duration` is formatted. */
export function formatStartupMessage(env: ServerEnv, origin: string, duration: string): string[] {
  const accounts = env.PREVIEW
    ? demoAccounts.map(({ email, password }) => `Demo account: ${email}, password ${password}`)
    : []
  const opensInbox = hasInbox(env) && !env.SMTP_URL && isLoopbackHost(new URL(origin).hostname)
  const inbox = opensInbox ? [`Mails can be read at ${origin}/dev/inbox`] : []
  return [`${brand.name} is open at ${origin} (ready after ${duration}).`, ...accounts, ...inbox]
}
