import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CatalogListItem, EditorProduct } from '#src/contract/editor.ts'
import { productPath } from '#src/rules/paths.ts'
import { CallError, queryClient, request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { $publish, type BegunSave, beginSave, followSave } from '../publish/publish-state.ts'

/** The whole catalogue in short: the list filters and sorts it without a call. */
export const catalogQuery = queryOptions({
  queryKey: ['GET /editor/catalog'],
  queryFn: async () => (await request('GET /editor/catalog')).products,
})

/** Before the catalogue is there. */
export const NO_PRODUCTS: CatalogListItem[] = []

/** The catalogue as it was read last, for the choices of a form. */
export const useKnownProducts = (): CatalogListItem[] =>
  useQuery({ ...catalogQuery, staleTime: Number.POSITIVE_INFINITY }).data ?? NO_PRODUCTS

/** The same, once it is there. */
export const loadKnownProducts = (): Promise<CatalogListItem[]> =>
  queryClient.ensureQueryData(catalogQuery)

/** Reads the catalogue again; a list that is shown stays until the new one is there. */
export const reloadCatalog = (): Promise<void> => queryClient.invalidateQueries(catalogQuery)

const changeItems = (change: (item: CatalogListItem) => CatalogListItem) =>
  queryClient.setQueryData(catalogQuery.queryKey, (items) => items?.map(change))

const changeItem = (id: string, change: Partial<CatalogListItem>) =>
  changeItems((item) => (item.id === id ? { ...item, ...change } : item))

$publish.listen((publish) => {
  if (publish?.state === 'live')
    changeItems((item) => (item.unpublished ? { ...item, unpublished: false } : item))
})

/** What a saved product changes in its row. */
const toItemFields = ({ entry, revision, archived, updatedAt }: EditorProduct) => ({
  slug: entry.slug,
  title: entry.title,
  category: entry.category,
  price: entry.price,
  listPrice: entry.listPrice ?? entry.price,
  stock: entry.stock,
  hasVariants: entry.variants !== undefined,
  pictureCount: entry.pictures.length,
  missingAltCount: entry.pictures.filter(({ alt }) => alt.trim() === '').length,
  revision,
  archived,
  updatedAt,
})

/** Shows a product as it was just saved, and follows its publish. */
export function noteSaved(product: EditorProduct, save: BegunSave): void {
  const { title, slug } = product.entry
  changeItem(product.id, toItemFields(product))
  followSave(save, { title, path: product.archived ? '' : productPath(slug) })
}

export type QuickField = 'price' | 'stock'

/** Saves a price or stock from the list, with an undo. The row shows it at once. */
export async function saveQuickField(
  item: CatalogListItem,
  field: QuickField,
  value: number,
  isUndo = false,
): Promise<void> {
  const before = item[field]
  if (before === value) return
  const save = beginSave()
  // Without a list price both are equal, and stay so.
  const listPrice = field === 'price' && item.listPrice === item.price ? { listPrice: value } : {}
  changeItem(item.id, { [field]: value, ...listPrice })
  try {
    noteSaved(await patchProduct(item, field, value), save)
  } catch (error) {
    changeItem(item.id, { [field]: before, listPrice: item.listPrice })
    toast.error(`${item.title}: ${(error as Error).message}`)
    return
  }
  if (isUndo) return
  const undo = () => {
    const items = queryClient.getQueryData(catalogQuery.queryKey)
    const now = items?.find(({ id }) => id === item.id)
    if (now) void saveQuickField(now, field, before, true)
  }
  toast.success(`${item.title}: ${field} saved.`, { label: 'Undo', onClick: undo })
}

/** A save in between does not clash with one field: it is repeated once on the latest revision. */
async function patchProduct(
  { id, revision }: CatalogListItem,
  field: QuickField,
  value: number,
): Promise<EditorProduct> {
  const patch = async (base: number) => {
    const body = { revision: base, [field]: value }
    return (await request('PATCH /editor/products/:id', { param: id, body })).product
  }
  return patch(revision).catch((error: unknown) => {
    if (!(error instanceof CallError && error.current)) throw error
    return patch((error.current as EditorProduct).revision)
  })
}
