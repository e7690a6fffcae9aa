import { set } from 'react-hook-form'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { type FormValues, formFields, toEntry } from '../product/form-schema.ts'

/** Creates the values that the page shows for fields with an error; a dash for any other text. */
const createStandIns = (): Record<string, unknown> => ({
  slug: 'preview',
  title: 'Untitled piece',
  category: 'accessories',
  price: 1,
  listPrice: '',
  stock: 0,
  highlights: [{ text: '—' }],
  description: [{ title: 'Description', content: '—' }],
  publishedAt: new Date().toISOString(),
})

/** Whether the form accepts a field of its own without a text: its schema may refuse a dash, as that of a code does. */
const isOptional = ([name, part]: PropertyKey[]): boolean =>
  part === undefined && formFields.shape[name as keyof FormValues].safeParse('').success

/** The entry of a form that is not complete yet. Rows that have an error are left out. */
export function toPreviewEntry(values: FormValues): CatalogEntry {
  const result = formFields.safeParse(values)
  if (result.success) {
    const { listPrice, ...entry } = toEntry(result.data)
    return listPrice === undefined || listPrice <= entry.price ? entry : { ...entry, listPrice }
  }
  const repaired: Record<string, unknown> = structuredClone(values)
  const standIns = createStandIns()
  const wrongRows = new Map<string, Set<PropertyKey>>()
  for (const { path } of result.error.issues) {
    const [field = '', index] = path
    const name = String(field)
    if (Array.isArray(repaired[name]) && index !== undefined)
      wrongRows.set(name, (wrongRows.get(name) ?? new Set()).add(index))
    else set(repaired, path.join('.'), standIns[name] ?? (isOptional(path) ? '' : '—'))
  }
  for (const [name, wrong] of wrongRows)
    repaired[name] = (repaired[name] as unknown[]).filter((_, index) => !wrong.has(index))
  return toPreviewEntry(repaired as FormValues)
}
