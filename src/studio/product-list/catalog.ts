import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CatalogListItem, EditorProduct } from '#src/contract/editor.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { formatPriceChange, isFarPrice } from '#src/editing/typed-price.ts'
import { formatInteger, formatRupees } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { getShownPrice } from '#src/rules/product/variants.ts'
import { CallError, queryClient, request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { confirmPrices } from '../product/confirm-prices.ts'
import { $publish, followSave, type SaveStart, startSave } from '../publish/publish-state.ts'
import { confirm } from '../ui/confirm.tsx'
import { $categories, setCategories } from './categories.ts'

/** The whole catalogue in short: the list filters and sorts it without a call. */
export const catalogQuery = queryOptions({
  queryKey: ['GET /editor/catalog'],
  queryFn: async () => {
    const catalog = await request('GET /editor/catalog')
    setCategories(catalog)
    return catalog.products
  },
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

const toShownPrices = (entry: CatalogEntry) => {
  const { price, listPrice = price } = getShownPrice(entry)
  return { price, listPrice }
}

/** Returns the fields that a saved product changes in its row. */
const toItemFields = ({ entry, held, revision, archived, updatedAt }: EditorProduct) => ({
  slug: entry.slug,
  title: entry.title,
  category: entry.category,
  ...toShownPrices(entry),
  stock: entry.stock,
  available: Math.max(0, entry.stock - held),
  hasVariants: entry.variants !== undefined,
  codes: (entry.variants ?? [])
    .flatMap(({ sku = '', barcode = '' }) => [sku, barcode])
    .filter(Boolean)
    .join(' '),
  pictureCount: entry.pictures.length,
  missingAltCount: entry.pictures.filter(({ alt }) => alt.trim() === '').length,
  revision,
  archived,
  updatedAt,
})

/** Shows a product as it was just saved, and follows its publish. */
export function updateCachedProduct(product: EditorProduct, save: SaveStart): void {
  const { title, slug } = product.entry
  changeItem(product.id, toItemFields(product))
  // A category that is new, or was renamed since the catalogue was read, has a name of its own.
  if (!(product.entry.category in $categories.get().names)) void reloadCatalog()
  followSave(save, { title, path: product.archived ? '' : productPath(slug) })
}

export type QuickField = 'price' | 'stock'

const isReduced = ({ price, listPrice }: CatalogListItem): boolean => listPrice > price

/** Asks to confirm a price that is far from the previous one, is written oddly, or is above the list price. */
async function confirmPrice(
  item: CatalogListItem,
  price: number,
  isOdd: boolean,
): Promise<{ price: number; listPrice?: null } | undefined> {
  const { title, listPrice } = item
  if (isReduced(item) && price >= listPrice) {
    const removed = await confirm({
      title: `Its list price is ${formatRupees(listPrice)}`,
      text: `${title}: a price of ${formatRupees(price)} is no reduction of it.`,
      confirmLabel: 'Remove the reduction',
      link: { label: 'Open the product', to: `/products/${item.id}` },
    })
    return removed ? { price, listPrice: null } : undefined
  }
  const isFar = isFarPrice(item.price, price)
  const change = { title, choice: '', before: item.price, after: price }
  const meant = await confirmPrices(
    isFar || isOdd ? [change] : [],
    isOdd ? 'Its commas are odd.' : '',
  )
  return meant ? { price } : undefined
}

/**
 * Saves a price or stock from the list, with an undo. The row shows it at once.
 * @param isOdd whether the number is written oddly.
 * @returns false where it was not saved: what was typed stays.
 */
export async function saveQuickField(
  item: CatalogListItem,
  field: QuickField,
  value: number,
  isOdd = false,
): Promise<boolean> {
  const before = item[field]
  if (before === value) return true
  const patch = field === 'price' ? await confirmPrice(item, value, isOdd) : { stock: value }
  if (!patch) return false
  return saveQuickPatch(item, field, patch)
}

type QuickPatch = { price: number; listPrice?: number | null } | { stock: number }

async function saveQuickPatch(
  item: CatalogListItem,
  field: QuickField,
  patch: QuickPatch,
  isUndo = false,
): Promise<boolean> {
  const save = startSave()
  const { price, listPrice, stock, available } = item
  // Without a list price both are equal, and stay so.
  const shown =
    'stock' in patch
      ? { stock: patch.stock, available: Math.max(0, available + patch.stock - stock) }
      : {
          price: patch.price,
          listPrice:
            patch.listPrice ??
            (isReduced(item) && patch.listPrice !== null ? listPrice : patch.price),
        }
  changeItem(item.id, shown)
  try {
    updateCachedProduct(await patchProduct(item, patch), save)
  } catch (error) {
    const current = error instanceof CallError ? error.current : undefined
    const former = { price, listPrice, stock, available }
    changeItem(item.id, current ? toItemFields(current as EditorProduct) : former)
    toast.error(`${item.title}: ${(error as Error).message}`, undefined, item.id)
    return false
  }
  if (isUndo) return true
  const undo = () => {
    const items = queryClient.getQueryData(catalogQuery.queryKey)
    const now = items?.find(({ id }) => id === item.id)
    const former =
      field === 'stock' ? { stock } : { price, ...(isReduced(item) ? { listPrice } : {}) }
    if (now) void saveQuickPatch(now, field, former, true)
  }
  const what =
    'stock' in patch
      ? `stock ${formatInteger(stock)} → ${formatInteger(patch.stock)}`
      : formatPriceChange(price, patch.price)
  toast.success(`${item.title}: ${what} saved.`, { label: 'Undo', onClick: undo }, item.id)
  return true
}

/** A save in between does not clash with one field: it is repeated once on the latest revision. */
async function patchProduct(
  { id, revision, stock }: CatalogListItem,
  change: QuickPatch,
): Promise<EditorProduct> {
  const patch = async (base: number) => {
    const seen = 'stock' in change ? { seenStock: stock } : {}
    const body = { revision: base, ...seen, ...change }
    return (await request('PATCH /editor/products/:id', { param: id, body })).product
  }
  return patch(revision).catch((error: unknown) => {
    if (!(error instanceof CallError && error.current)) throw error
    const current = error.current as EditorProduct
    // Nobody saved the product: its stock is another one than the row shows.
    if (current.revision === revision) throw error
    return patch(current.revision)
  })
}
