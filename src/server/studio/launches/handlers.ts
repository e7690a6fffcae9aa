import type { Deps } from '../../core/deps.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { endLaunch, keepLaunch, startLaunch } from './boundaries.ts'
import * as drafts from './drafts.ts'
import { removeDraft, saveDraft } from './live-drafts.ts'
import { createLink, endLink } from './preview-link.ts'
import * as service from './service.ts'

export function launchHandlers(deps: Deps) {
  return {
    'GET /editor/launches': () => service.listLaunches(deps),
    'POST /editor/launches': async ({ caller, body }) => ({
      launch: await service.createLaunch(deps, body, caller.userId),
    }),
    'GET /editor/launches/:id': async ({ param }) => ({
      launch: await service.getLaunch(deps, param),
    }),
    'PATCH /editor/launches/:id': async ({ caller, param, body }) => ({
      launch: await service.changeLaunch(deps, param, body, caller.userId),
    }),
    'DELETE /editor/launches/:id': async ({ caller, param }) => {
      await service.deleteLaunch(deps, param, caller.userId)
      return { success: true, message: 'The launch is deleted.' }
    },
    'POST /editor/launches/:id/publish': async ({ caller, param }) => {
      await startLaunch(deps, param, caller.userId)
      return { launch: await service.getLaunch(deps, param) }
    },
    'POST /editor/launches/:id/end': async ({ caller, param }) => {
      await endLaunch(deps, param, caller.userId)
      return { launch: await service.getLaunch(deps, param) }
    },
    'POST /editor/launches/:id/keep': async ({ caller, param }) => {
      await keepLaunch(deps, param, caller.userId)
      return { launch: await service.getLaunch(deps, param) }
    },
    'POST /editor/launches/:id/link': ({ caller, param, body }) =>
      createLink(deps, param, body.hours, caller.userId),
    'DELETE /editor/launches/:id/link': async ({ caller, param }) => {
      await endLink(deps, param, caller.userId)
      return { success: true, message: 'The link has ended.' }
    },
    'GET /editor/launches/:id/draft': async ({ param, query }) => ({
      draft: await drafts.getDraft(deps, param, query.record),
    }),
    'PUT /editor/launches/:id/draft': async ({ caller, param, body, c }) => {
      try {
        return { draft: await saveDraft(deps, param, body, caller.userId) }
      } catch (error) {
        if (!(error instanceof Error && drafts.isDraftConflict(error))) throw error
        const current = await drafts.getDraft(deps, param, body.record)
        return c.json(
          { success: false, message: error.message, current, submitted: body.body },
          409,
        )
      }
    },
    'DELETE /editor/launches/:id/draft': async ({ caller, param, query }) => {
      await removeDraft(deps, param, query.record, caller.userId)
      return { launch: await service.getLaunch(deps, param) }
    },
    'GET /editor/drafts': ({ query }) => drafts.listDrafts(deps, query.record),
  } satisfies Partial<Handlers>
}
