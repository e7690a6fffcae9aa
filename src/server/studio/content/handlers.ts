import type { Deps } from '../../core/deps.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { toConflict } from '../products/handlers.ts'
import { openRecord } from '../products/service.ts'
import { getContent, listContent, listVersions } from '../save/load-content.ts'
import { deleteOpenRecord } from '../save/queries.ts'
import { createContent, saveContent, setContentArchived } from '../save/save-content.ts'
import { findText } from './find-text.ts'
import { renderContentPreview } from './preview.ts'
import { replaySearches } from './search-replay.ts'

export function contentHandlers(deps: Deps) {
  return {
    'GET /editor/content': () => listContent(deps),
    'GET /editor/texts': ({ query }) => findText(deps, query.text),
    'POST /editor/content': async ({ caller, body }) => ({
      record: await createContent(deps, body, caller.userId),
    }),
    'GET /editor/content/:id': async ({ param }) => ({
      record: await getContent(deps, param),
    }),
    'PUT /editor/content/:id': async ({ caller, param, body, c }) => {
      try {
        return { record: await saveContent(deps, param, body, caller.userId) }
      } catch (error) {
        return c.json(toConflict(error, body.body), 409)
      }
    },
    'PUT /editor/content/:id/archived': async ({ caller, param, body }) => ({
      record: await setContentArchived(deps, param, body, caller.userId),
    }),
    'GET /editor/content/:id/history': ({ param }) => listVersions(deps, param),
    'PUT /editor/content/:id/presence': async ({ caller, param }) => {
      await getContent(deps, param)
      return openRecord(deps, param, caller.userId)
    },
    'DELETE /editor/content/:id/presence': async ({ caller, param }) => {
      await deleteOpenRecord(deps.db, param, caller.userId)
      return { success: true, message: 'The record is closed.' }
    },
    'POST /editor/content/:id/preview': async ({ param, body }) => ({
      html: await renderContentPreview(deps, param, body.body),
    }),
    'POST /editor/content/:id/replay': ({ caller, param, body }) =>
      replaySearches(deps, param, body.body, caller.userId),
  } satisfies Partial<Handlers>
}
