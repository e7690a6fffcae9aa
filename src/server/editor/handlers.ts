import type { EndpointName } from '#src/contract/endpoints.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Caller, Handlers } from '../http/mount.ts'
import * as service from './service.ts'
import { assertSigned } from './signed-call.ts'

type HandledEndpoint = Extract<EndpointName, `${string} /editor/${string}` | 'POST /publish'>

/** Asserted here again, so that a mistake in the table of endpoints opens nothing. */
function assertEditor({ role }: Caller): void {
  if (role === 'customer') throw new HttpError(403, 'This is for editors only.')
}

export function editorHandlers(deps: Deps): Pick<Handlers, HandledEndpoint> {
  return {
    'GET /editor/products': async ({ caller, query }) => {
      assertEditor(caller)
      return service.listProducts(deps, query)
    },
    'POST /editor/products': async ({ caller, body }) => {
      assertEditor(caller)
      return { product: await service.createProduct(deps, body, caller.userId) }
    },
    'GET /editor/products/:id': async ({ caller, param }) => {
      assertEditor(caller)
      return { product: await service.getEditorProduct(deps, param) }
    },
    'PUT /editor/products/:id': async ({ caller, param, body, c }) => {
      assertEditor(caller)
      const { revision, ...entry } = body
      try {
        return {
          product: await service.updateProduct(deps, param, { revision, entry }, caller.userId),
        }
      } catch (error) {
        if (!(error instanceof service.VersionConflict)) throw error
        const { message, current } = error
        return c.json({ success: false, message, current, submitted: entry }, 409)
      }
    },
    'POST /editor/products/:id/archive': async ({ caller, param }) => {
      assertEditor(caller)
      return { product: await service.setArchived(deps, param, true, caller.userId) }
    },
    'POST /editor/products/:id/restore': async ({ caller, param }) => {
      assertEditor(caller)
      return { product: await service.setArchived(deps, param, false, caller.userId) }
    },
    'POST /editor/products/:id/duplicate': async ({ caller, param }) => {
      assertEditor(caller)
      return { product: await service.duplicateProduct(deps, param, caller.userId) }
    },
    'GET /editor/products/:id/history': async ({ caller, param }) => {
      assertEditor(caller)
      return { versions: await service.listVersions(deps, param) }
    },
    'POST /publish': async ({ c }) => {
      await assertSigned(deps, c)
      await service.requestPublish(deps)
      return { success: true, message: 'The site is published in a moment.' }
    },
    'GET /editor/publish': async ({ caller }) => {
      assertEditor(caller)
      return service.getPublishState(deps)
    },
  }
}
