import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { count } from '#src/rules/count.ts'
import { request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { reloadCatalog } from '../product-list/catalog.ts'
import { followSave, startSave } from './publish-state.ts'

/** E.g. `3 products, 1 category and 2 texts`. @param byKind numbers of records by what they are. */
export function formatRecords(byKind: Record<string, number>): string {
  const nouns = new Map<string, number>()
  for (const [kind, amount] of Object.entries(byKind)) {
    const rule = Object.entries(CONTENT_KINDS).find(([name]) => name === kind)?.[1]
    const own = rule && ('many' in rule ? rule.label.toLowerCase() : 'text')
    const noun = own ?? 'product'
    nouns.set(noun, (nouns.get(noun) ?? 0) + amount)
  }
  if (nouns.size === 0) return count(0, 'record')
  const parts = [...nouns].map(([noun, amount]) => count(amount, noun, toPlural(noun)))
  return new Intl.ListFormat('en-IN').format(parts)
}

const toPlural = (noun: string): string =>
  noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`

/**
 * Undoes a change of several records, and reads the catalogue again.
 * @param noun what they are called; by default each by its kind.
 */
export async function undoBatch(id: string, noun?: string): Promise<void> {
  const save = startSave()
  const { restored, byKind, kept } = await request('POST /editor/batches/:id/undo', { param: id })
  const what = noun === undefined ? formatRecords(byKind) : count(restored, noun)
  const done = `${what} restored`
  followSave(save, { title: done, path: '' })
  await reloadCatalog()
  const others = kept.map(({ title }) => title).join(', ')
  if (kept.length === 0) toast.success(`${done}.`)
  else toast.error(`${done}. Fields that were changed since stay: ${others}.`)
}
