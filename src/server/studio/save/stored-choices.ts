import type { Variant } from '#src/contract/catalog.ts'
import {
  changeNames,
  type NameChanges,
  type OptionRename,
  renameChoice,
} from '#src/rules/product/renamed-choices.ts'
import { toCanonicalJson } from '#src/rules/product/stock-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import { createTurns } from '../../core/turns.ts'
import { listLineVariants, renameLines } from '../../shop/cart/rename-queries.ts'
import { renameOrderChoices } from '../../shop/orders/rename-queries.ts'
import { listStockChoices, renameStock } from '../../shop/stock/rename-queries.ts'
import { listAlertVariants, renameAlerts } from '../../shop/stock-alerts/rename-queries.ts'
import { listSavedLines, renameSavedLines } from '../../shop/wishlist/rename-queries.ts'

/**
 * The texts of choices that are written otherwise by now, with what they are. Of texts that become each other, e.g. of
 * two that are swapped, each is first one that no choice has.
 */
function listRenamed(stored: string[], rename: (text: string) => string): [string, string][] {
  const renamed = stored.flatMap((text): [string, string][] => {
    const next = rename(text)
    return next === text ? [] : [[text, next]]
  })
  const former = new Set(renamed.map(([from]) => from))
  if (!renamed.some(([, to]) => former.has(to))) return renamed
  const toInterim = (text: string) => `${text} `
  return [
    ...renamed.map(([from]): [string, string] => [from, toInterim(from)]),
    ...renamed.map(([from, to]): [string, string] => [toInterim(from), to]),
  ]
}

/**
 * Calls the choices of a product otherwise wherever one is stored: stock and what orders hold of it, cart lines, lines
 * saved for later, and alerts. The texts of orders stay as they were bought.
 */
export async function renameStoredChoices(
  db: Db,
  productId: string,
  renames: readonly OptionRename[],
  names: NameChanges,
): Promise<void> {
  const { dropped, fixed, returned } = names
  if (renames.length + dropped.length + fixed.size + returned.size === 0) return
  const turn = createTurns()
  const toCurrent = (choice: Variant) => changeNames(renameChoice(choice, renames), names)
  const rename = (text: string) =>
    text === '' ? text : toCanonicalJson(toCurrent(JSON.parse(text) as Variant))
  for (const [from, to] of listRenamed(await listStockChoices(db, productId), rename)) {
    await renameStock(db, productId, from, to)
    await renameOrderChoices(db, productId, from, to)
  }
  for (const [from, to] of listRenamed(await listLineVariants(db, productId), rename)) {
    await turn()
    await renameLines(db, productId, from, to)
  }
  for (const [from, to] of listRenamed(await listAlertVariants(db, productId), rename))
    await renameAlerts(db, productId, from, to)
  const renameSaved = (text: string) => {
    const line = JSON.parse(text) as { variant: Variant }
    return JSON.stringify({ ...line, variant: toCurrent(line.variant) })
  }
  for (const [from, to] of listRenamed(await listSavedLines(db, productId), renameSaved)) {
    await turn()
    await renameSavedLines(db, productId, from, to)
  }
}
