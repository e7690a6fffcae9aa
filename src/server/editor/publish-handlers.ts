import type { EndpointName } from '#src/contract/endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import { notifyOfChange } from './channel-queries.ts'
import { assertEditor } from './handlers.ts'
import { createPublishEvents, getPublishState } from './publish-state.ts'
import { insertPublishRequest } from './queries.ts'
import * as releases from './releases.ts'
import { assertSigned } from './signed-call.ts'

type HandledEndpoint = Extract<
  EndpointName,
  'POST /publish' | `${string} /editor/publish${string}` | `${string} /editor/releases${string}`
>

/** Handlers of publishes and releases. */
export function publishHandlers(deps: Deps): Pick<Handlers, HandledEndpoint> {
  const streamEvents = createPublishEvents(deps)
  return {
    'POST /publish': async ({ c }) => {
      await assertSigned(deps, c)
      await insertPublishRequest(deps.db, deps.now(), { summary: 'Changed in another system' })
      await notifyOfChange(deps, deps.db)
      deps.onCatalogueChange?.()
      return { success: true, message: 'The site is published in a moment.' }
    },
    'GET /editor/publish': async ({ caller }) => {
      assertEditor(caller)
      return getPublishState(deps)
    },
    'GET /editor/publish/events': async ({ caller, c }) => {
      assertEditor(caller)
      return streamEvents(c, caller)
    },
    'POST /editor/publish/resume': async ({ caller, query }) => {
      assertEditor(caller)
      await releases.resume(deps, caller.userId, query.acceptedProducts)
      return getPublishState(deps)
    },
    'GET /editor/releases': async ({ caller }) => {
      assertEditor(caller)
      return releases.listReleases(deps)
    },
    'POST /editor/releases/:id/roll-back': async ({ caller, param }) => {
      assertEditor(caller)
      await releases.rollBack(deps, param, caller.userId)
      return getPublishState(deps)
    },
  }
}
