import { atom } from 'nanostores'
import type { CatalogueListItem, EditorProduct } from '#src/contract/editor.ts'
import { call } from '../api.ts'
import { $publish, type BegunSave, beginSave, followSave } from '../publish/publish-state.ts'
import { toast } from '../toasts.tsx'

interface CatalogueState {
  state: 'loading' | 'ready' | 'failed'
  products: CatalogueListItem[]
  /** Why the catalogue could not be read; empty otherwise. */
  message: string
}

/** The whole catalogue in short: the list filters and sorts it without a call. */
export const $catalogue = atom<CatalogueState>({ state: 'loading', products: [], message: '' })

$publish.listen((publish) => {
  const catalogue = $catalogue.get()
  const isLive = publish?.state === 'live'
  if (!isLive || !catalogue.products.some(({ unpublished }) => unpublished)) return
  const products = catalogue.products.map((item) =>
    item.unpublished ? { ...item, unpublished: false } : item,
  )
  $catalogue.set({ ...catalogue, products })
})

let loading: Promise<void> | undefined

/** Reads the catalogue; a list that is shown stays until the new one is there. */
export function loadCatalogue(): Promise<void> {
  loading ??= call('GET /editor/catalogue').then((result) => {
    loading = undefined
    if (result.ok) $catalogue.set({ state: 'ready', products: result.body.products, message: '' })
    else if ($catalogue.get().state !== 'ready')
      $catalogue.set({ state: 'failed', products: [], message: result.message })
  })
  return loading
}

const replaceItem = (id: string, change: Partial<CatalogueListItem>) => {
  const catalogue = $catalogue.get()
  $catalogue.set({
    ...catalogue,
    products: catalogue.products.map((item) => (item.id === id ? { ...item, ...change } : item)),
  })
}

/** What a saved product changes in its row. */
const toItemFields = ({ entry, revision, archived, updatedAt }: EditorProduct) => ({
  slug: entry.slug,
  title: entry.title,
  category: entry.category,
  price: entry.price,
  listPrice: entry.listPrice ?? entry.price,
  stock: entry.stock,
  pictureCount: entry.pictures.length,
  missingAltCount: entry.pictures.filter(({ alt }) => alt.trim() === '').length,
  revision,
  archived,
  updatedAt,
})

/** Shows a product as it was just saved, and follows its publish. */
export function noteSaved(product: EditorProduct, save: BegunSave): void {
  replaceItem(product.id, toItemFields(product))
  followSave(save, { title: product.entry.title, slug: product.entry.slug })
}

export type QuickField = 'price' | 'stock'

/** Saves a price or stock from the list, with an undo. The row shows it at once. */
export async function saveQuickField(
  item: CatalogueListItem,
  field: QuickField,
  value: number,
  isUndo = false,
): Promise<void> {
  const before = item[field]
  if (before === value) return
  const save = beginSave()
  // Without a list price both are equal, and stay so.
  const listPrice = field === 'price' && item.listPrice === item.price ? { listPrice: value } : {}
  replaceItem(item.id, { [field]: value, ...listPrice })
  const result = await patchProduct(item, field, value)
  if (!result.ok) {
    replaceItem(item.id, { [field]: before, listPrice: item.listPrice })
    toast.error(`${item.title}: ${result.message}`)
    return
  }
  const { product } = result.body
  noteSaved(product, save)
  if (isUndo) return
  toast.success(`${item.title}: ${field} saved.`, {
    label: 'Undo',
    run: () => {
      const now = $catalogue.get().products.find(({ id }) => id === item.id)
      if (now) void saveQuickField(now, field, before, true)
    },
  })
}

/** A save in between does not clash with one field: it is repeated once on the latest revision. */
async function patchProduct(item: CatalogueListItem, field: QuickField, value: number) {
  const patch = (revision: number) =>
    call('PATCH /editor/products/:id', { id: item.id, body: { revision, [field]: value } })
  const result = await patch(item.revision)
  if (result.ok || result.status !== 409) return result
  const current = result.body['current'] as EditorProduct | undefined
  return current ? patch(current.revision) : result
}
