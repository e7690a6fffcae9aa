import type { z } from 'zod'
import type { CatalogueEntry, Picture } from '#src/contract/catalog.ts'
import type { previewRequest, previewResponse } from '#src/contract/studio.ts'
import { toListingItem } from '#src/rules/listing-item.ts'
import { productDescription } from '#src/rules/meta-description.ts'
import { toProductOfRow } from '../catalog/service.ts'
import { toPicture } from '../catalog/to-product.ts'
import { toProductRow } from '../catalog/to-product-row.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { listPicturesByHash } from './queries.ts'

async function listEntryPictures({ db, env }: Deps, entry: CatalogueEntry): Promise<Picture[]> {
  const rows = await listPicturesByHash(
    db,
    entry.pictures.map(({ file }) => file),
  )
  const byHash = new Map(rows.map((row) => [row.hash, row]))
  return entry.pictures.flatMap(({ file, alt, focus = { x: 50, y: 50 } }) => {
    const row = byHash.get(file)
    const place = { product_id: '', alt, focus_x: focus.x, focus_y: focus.y }
    return row ? [toPicture({ ...row, ...place }, env.MEDIA_ORIGIN)] : []
  })
}

/** Renders the page of an entry that is not saved. */
export async function renderPreview(
  deps: Deps,
  { id, entry }: z.output<typeof previewRequest>,
): Promise<z.output<typeof previewResponse>> {
  if (!deps.renderPage) throw new HttpError(503, 'There is no preview on this server.')
  const row = toProductRow(entry, 0, deps.now())
  const pictures = await listEntryPictures(deps, entry)
  const product = await toProductOfRow(deps, { ...row, id: id ?? row.id }, pictures)
  const html = await deps.renderPage(product).catch((error: unknown) => {
    throw new HttpError(503, error instanceof Error ? error.message : 'The page is not rendered.')
  })
  return { html, item: toListingItem(product), description: productDescription(product) }
}
