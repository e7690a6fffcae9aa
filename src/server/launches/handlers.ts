import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import * as service from './service.ts'

/** Handlers of drafts and launches. */
export function launchHandlers(deps: Deps) {
  return {
    'GET /editor/launches': () => service.listLaunches(deps),
    'POST /editor/launches': async ({ caller, body }) => ({
      launch: await service.createLaunch(deps, body, caller.userId),
    }),
    'GET /editor/launches/:id': async ({ param }) => ({
      launch: await service.getLaunch(deps, param),
    }),
    'PATCH /editor/launches/:id': async ({ param, body }) => ({
      launch: await service.changeLaunch(deps, param, body),
    }),
    'DELETE /editor/launches/:id': async ({ param }) => {
      await service.deleteLaunch(deps, param)
      return { success: true, message: 'The launch is deleted.' }
    },
    'POST /editor/launches/:id/publish': async ({ caller, param }) => ({
      launch: await service.publishLaunch(deps, param, caller.userId),
    }),
    'POST /editor/launches/:id/undo': ({ caller, param }) =>
      service.undoLaunch(deps, param, caller.userId),
    'POST /editor/launches/:id/link': ({ caller, param, body }) =>
      service.createLink(deps, param, body.hours, caller.userId),
    'DELETE /editor/launches/:id/link': async ({ caller, param }) => {
      await service.endLink(deps, param, caller.userId)
      return { success: true, message: 'The link has ended.' }
    },
    'GET /editor/launches/:id/draft': async ({ param, query }) => ({
      draft: await service.getDraft(deps, param, query.record),
    }),
    'PUT /editor/launches/:id/draft': async ({ caller, param, body, c }) => {
      try {
        return { draft: await service.saveDraft(deps, param, body, caller.userId) }
      } catch (error) {
        if (!(error instanceof Error && service.isDraftConflict(error))) throw error
        const current = await service.getDraft(deps, param, body.record)
        return c.json(
          { success: false, message: error.message, current, submitted: body.body },
          409,
        )
      }
    },
    'DELETE /editor/launches/:id/draft': async ({ param, query }) => ({
      launch: await service.removeDraft(deps, param, query.record),
    }),
    'GET /editor/drafts': ({ query }) => service.listDrafts(deps, query.record),
  } satisfies Partial<Handlers>
}
