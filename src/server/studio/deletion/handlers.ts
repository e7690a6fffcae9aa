import type { Deps } from '../../core/deps.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { deleteContent } from './delete-content.ts'
import { deletePicture } from './delete-picture.ts'
import { deleteProduct } from './delete-product.ts'

const DELETED = { success: true, message: 'It is deleted for good.' } as const

export function deletionHandlers(deps: Deps) {
  return {
    'DELETE /editor/products/:id': async ({ caller, param }) => {
      await deleteProduct(deps, param, caller.userId)
      return DELETED
    },
    'DELETE /editor/content/:id': async ({ caller, param }) => {
      await deleteContent(deps, param, caller.userId)
      return DELETED
    },
    'DELETE /editor/pictures/:id': async ({ caller, param }) => {
      await deletePicture(deps, param, caller.userId)
      return DELETED
    },
  } satisfies Partial<Handlers>
}
