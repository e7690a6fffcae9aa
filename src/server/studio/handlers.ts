import type { Deps } from '../deps.ts'
import { assertEditor } from '../editor/handlers.ts'
import type { Handlers } from '../http/mount.ts'
import { listCatalogue } from './list-catalogue.ts'
import { renderPreview } from './preview.ts'

type HandledEndpoint = 'GET /editor/catalogue' | 'POST /editor/preview'

/** Handlers of what only the studio calls. */
export const studioHandlers = (deps: Deps): Pick<Handlers, HandledEndpoint> => ({
  'GET /editor/catalogue': async ({ caller }) => {
    assertEditor(caller)
    return listCatalogue(deps)
  },
  'POST /editor/preview': async ({ caller, body }) => {
    assertEditor(caller)
    return renderPreview(deps, body)
  },
})
