import type { z } from 'zod'
import type { changeStockRequest, EditorProduct } from '#src/contract/editor.ts'
import { MAX_STOCK } from '#src/contract/entry.ts'
import { NO_CHOICE, readCounts, withCounts } from '#src/editing/stock-counts.ts'
import { count } from '#src/rules/count.ts'
import { type OptionIds, toChoiceText } from '#src/rules/product/choice-ids.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { loadProducts, runChange, toEditorProduct } from '../save/change.ts'
import { setVersionReason } from '../save/queries.ts'
import { saveEntry } from '../save/save-entry.ts'
import { formatChoice } from './csv-variants.ts'

/** Returns `NO_CHOICE` for a product without variants. */
const toKey = (options: readonly OptionIds[], choice: Record<string, string>): string =>
  Object.keys(choice).length === 0 ? NO_CHOICE : toChoiceText(options, choice)

/**
 * Changes the counts of a product. The saved version has the reason.
 * @throws HttpError 404, 400 for a count below zero, or 409 if a count differs from the one that
 *   its editor saw. A retry after a lost answer therefore changes nothing.
 */
export const changeStock = (
  deps: Deps,
  id: string,
  { changes, reason }: z.output<typeof changeStockRequest>,
  editorId: string,
): Promise<EditorProduct> =>
  runChange(deps, { editorId }, async (change) => {
    const [before] = await loadProducts(change.db, [id])
    if (!before) throw new HttpError(404, 'There is no such product.')
    const counts = readCounts(before.entry)
    const next = new Map<string, number>()
    for (const [index, { choice, from, by }] of changes.entries()) {
      const key = toKey(before.entry.options, choice)
      const now = counts.get(key)
      const name = key === NO_CHOICE ? '' : `${formatChoice(choice)}: `
      const field = `changes.${index}.by`
      if (now === undefined)
        throw new HttpError(409, `${name}The product no longer has this choice.`, { field })
      if (now !== from)
        throw new HttpError(
          409,
          `${name}${count(now, 'piece')} on the shelf now, not ${from}. Look at the numbers again.`,
          { field },
        )
      if (now + by < 0 || now + by > MAX_STOCK)
        throw new HttpError(400, `${name}The stock must be from 0 to ${MAX_STOCK}.`, { field })
      next.set(key, now + by)
    }
    const entry = withCounts(before.entry, (choice, own) => next.get(choice) ?? own)
    const row = await saveEntry(change, before, entry)
    await setVersionReason(change.db, row, reason)
    return toEditorProduct(deps, change.db, id)
  })
