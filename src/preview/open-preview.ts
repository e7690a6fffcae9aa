import type { Hono } from 'hono'
import type { Deps } from '#src/server/core/deps.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { demoAccounts, seedDemoAccounts } from './demo-accounts.ts'
import { devInbox, toInboxUrl } from './inbox.ts'

/** Adds the parts of a preview: demo accounts, and the development inbox at `/dev/inbox`. */
export async function openPreview(deps: Deps, app: Hono): Promise<void> {
  if (!deps.env.PREVIEW) return
  await seedDemoAccounts(deps)
  app.route('/dev', devInbox(deps))
}

/** Formats the lines that an open preview prints. */
export function formatPreviewMessage(env: ServerEnv, origin: string): string[] {
  if (!env.PREVIEW) return []
  return [
    ...demoAccounts.map(({ email, password }) => `Demo account: ${email}, password ${password}`),
    ...(env.SMTP_URL ? [] : [`Mails can be read at ${origin}${toInboxUrl(env)}`]),
  ]
}
