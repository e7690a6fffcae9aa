import type { z } from 'zod'
import type { shownByLaunch } from '#src/contract/editor.ts'
import {
  ARCHIVED,
  applyPatch,
  listPatchedFields,
  type Overlay,
  type Patch,
  withoutArchived,
} from '#src/editing/overlay.ts'
import { LISTED_VERSIONS } from '#src/rules/constants.ts'
import { toIso } from '#src/rules/dates.ts'
import { toShown } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import * as queries from './overlay-queries.ts'

/** A live launch over a record. Its patch has ids. */
export interface LiveOverlay extends Overlay {
  launchId: string
  launchName: string
}

export type OverlaysByRecord = ReadonlyMap<string, LiveOverlay[]>

/** Reads what live launches change of records, by record. */
export async function readLiveOverlays(
  db: Db,
  recordIds: readonly string[],
): Promise<OverlaysByRecord> {
  const rows = await queries.listLiveOverlays(db, recordIds)
  const byRecord = Map.groupBy(rows, ({ record_id }) => record_id)
  return new Map(
    [...byRecord].map(([id, found]) => [
      id,
      found.map(({ launch, patch }) => ({
        launchId: launch.id,
        launchName: launch.name,
        patch: JSON.parse(patch) as Patch,
        startsAt: Number(launch.published_at),
        endsAt: launch.ends_at,
        createdAt: launch.created_at,
      })),
    ]),
  )
}

/**
 * Removes from the live launches over a record whether it is archived, because an editor decides it now.
 * @returns the same overlays if no launch says it.
 */
export async function dropArchived(
  db: Db,
  recordId: string,
  overlays: LiveOverlay[],
): Promise<LiveOverlay[]> {
  if (!overlays.some(({ patch }) => ARCHIVED in patch)) return overlays
  const next = overlays.map((overlay) => ({ ...overlay, patch: withoutArchived(overlay.patch) }))
  for (const { launchId, patch } of next)
    await queries.updatePatch(db, launchId, recordId, JSON.stringify(patch))
  return next
}

/** Gives live launches over a product another category instead of one that is archived. */
export async function moveOverlays(
  db: Db,
  recordId: string,
  overlays: LiveOverlay[],
  { from, to }: { from: string; to: string },
): Promise<LiveOverlay[]> {
  const moved: LiveOverlay[] = []
  for (const overlay of overlays) {
    const { category } = overlay.patch
    const isOfCategory = category && 'set' in category && category.set === from
    const patch = isOfCategory ? { ...overlay.patch, category: { set: to } } : overlay.patch
    if (isOfCategory)
      await queries.updatePatch(db, overlay.launchId, recordId, JSON.stringify(patch))
    moved.push({ ...overlay, patch })
  }
  return moved
}

/** Lists what launches showed of a record and when, newest first, for its history. */
export async function listShown(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<z.output<typeof shownByLaunch>[]> {
  const effects = await queries.listEffects(db, id, LISTED_VERSIONS)
  const patched = effects.map(({ patch: json, ...effect }) => {
    const patch = JSON.parse(json) as Patch
    const { body } = applyPatch(id, { body: {}, archived: false }, patch)
    const fields = listPatchedFields(patch)
    const names = new Set(fields.map((field) => field.split('.')[0] ?? ''))
    const after = Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)))
    return { id, effect, patch, fields, body: after }
  })
  return (await toShown(db, patched)).map(({ effect, patch, fields, body }) => {
    const archived = patch[ARCHIVED]
    return {
      id: effect.launch_id,
      name: effect.name,
      from: toIso(effect.from_at),
      to: effect.to_at === null ? null : toIso(effect.to_at),
      fields,
      after: body,
      archived: archived && 'set' in archived ? archived.set === true : null,
    }
  })
}
