import pLimit from 'p-limit'
import { XLSX_TYPE } from '#src/contract/values.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { listBatches } from '../changes/list-batches.ts'
import { undoBatch } from '../changes/undo-batch.ts'
import { getRow, VersionConflict } from '../save/change.ts'
import { listShown } from '../save/overlays.ts'
import { deleteOpenRecord } from '../save/queries.ts'
import * as bulk from './bulk.ts'
import { changeStock } from './change-stock.ts'
import { exportCsv, exportXlsx } from './export.ts'
import { importCsv } from './import-csv.ts'
import { createCatalogList } from './list-products.ts'
import * as service from './service.ts'

/** Builds the answer to a save over an old version: the submitted and the current one. */
export function toConflict(error: unknown, submitted: object): object {
  if (!(error instanceof VersionConflict)) throw error
  return { success: false, message: error.message, current: error.current, submitted }
}

export function productHandlers(deps: Deps) {
  const imports = pLimit(1)
  const listCatalog = createCatalogList(deps)
  const toAttachment = (type: string): string =>
    `attachment; filename="products-${toIndianDay(deps.now())}.${type}"`
  return {
    'GET /editor/catalog': listCatalog,
    'POST /editor/preview': ({ body }) => service.renderPreview(deps, body),
    'POST /editor/products': async ({ caller, body }) => ({
      product: await service.createProduct(deps, body, caller.userId),
    }),
    'GET /editor/products/:id': async ({ param }) => ({
      product: await service.getEditorProduct(deps, param),
    }),
    'PUT /editor/products/:id': async ({ caller, param, body, c }) => {
      const { revision, seenCounts, takesFormer, ...entry } = body
      try {
        return {
          product: await service.updateProduct(
            deps,
            param,
            { revision, entry, seenCounts, takesFormer },
            caller.userId,
          ),
        }
      } catch (error) {
        return c.json(toConflict(error, entry), 409)
      }
    },
    'PATCH /editor/products/:id': async ({ caller, param, body, c }) => {
      try {
        return { product: await service.patchProduct(deps, param, body, caller.userId) }
      } catch (error) {
        return c.json(toConflict(error, body), 409)
      }
    },
    'POST /editor/products/:id/stock': async ({ caller, param, body }) => ({
      product: await changeStock(deps, param, body, caller.userId),
    }),
    'POST /editor/products/bulk': ({ caller, body }) =>
      bulk.changeProducts(deps, body, caller.userId),
    'GET /editor/batches': () => listBatches(deps),
    'POST /editor/batches/:id/undo': ({ caller, param }) => undoBatch(deps, param, caller.userId),
    'POST /editor/products/:id/archive': async ({ caller, param }) => ({
      product: await service.setArchived(deps, param, true, caller.userId),
    }),
    'POST /editor/products/:id/restore': async ({ caller, param }) => ({
      product: await service.setArchived(deps, param, false, caller.userId),
    }),
    'POST /editor/products/:id/duplicate': async ({ caller, param }) => ({
      product: await service.duplicateProduct(deps, param, caller.userId),
    }),
    'GET /editor/products/:id/history': async ({ param }) => ({
      versions: await service.listVersions(deps, param),
      launches: await listShown(deps, param),
    }),
    'PUT /editor/products/:id/presence': async ({ caller, param }) => {
      await getRow(deps.db, param)
      return service.openRecord(deps, param, caller.userId)
    },
    'DELETE /editor/products/:id/presence': async ({ caller, param }) => {
      await deleteOpenRecord(deps.db, param, caller.userId)
      return { success: true, message: 'The product is closed.' }
    },
    'GET /editor/export': async ({ c }) =>
      c.body(exportCsv(deps), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': toAttachment('csv'),
      }),
    'GET /editor/export/xlsx': async ({ c }) =>
      c.body(exportXlsx(deps), 200, {
        'Content-Type': XLSX_TYPE,
        'Content-Disposition': toAttachment('xlsx'),
      }),
    'POST /editor/import': async ({ caller, query, body }) => {
      // Each import needs a thread and its memory.
      if (imports.activeCount > 0)
        throw new HttpError(409, 'Another import is running. Please try again in a moment.', {
          retryAfter: 5,
        })
      return imports(() => importCsv(deps, body, query, caller.userId))
    },
  } satisfies Partial<Handlers>
}
