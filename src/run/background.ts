import type { Deps } from '#src/server/deps.ts'
import { startOutbox } from '#src/server/mail/outbox.ts'
import { startWarming } from '#src/server/media/warm.ts'

/** Work beside the calls: mails that wait, picture renditions nobody asked for yet. */
export function startBackground(deps: Deps): { stop(): Promise<void> } {
  const running = [startOutbox(deps), ...(deps.env.MEDIA_WARM ? [startWarming(deps)] : [])]
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
