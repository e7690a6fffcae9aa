import { useCallback, useEffect, useState } from 'react'
import type { EditorProduct } from '#src/contract/editor.ts'
import { call } from '../api.ts'
import { $catalogue, loadCatalogue } from '../products/catalogue.ts'
import { Link, Page, Tool } from '../ui/controls.tsx'
import { removeOldDrafts } from './drafts.ts'
import { ProductForm } from './ProductForm.tsx'

type Loaded = { product: EditorProduct | undefined } | { message: string } | undefined

/** A product, or a new one without an id. */
export function ProductPage({ id }: { id: string | undefined }) {
  const [loaded, setLoaded] = useState<Loaded>(
    id === undefined ? { product: undefined } : undefined,
  )

  const load = useCallback(async () => {
    if (id === undefined) return
    const result = await call('GET /editor/products/:id', { id })
    setLoaded(result.ok ? { product: result.body.product } : { message: result.message })
  }, [id])

  useEffect(() => {
    void load()
    removeOldDrafts(Date.now())
    // Categories and related products are chosen from it.
    if ($catalogue.get().state !== 'ready') void loadCatalogue()
  }, [load])

  if (!loaded) return <p role="status">Loading the product…</p>
  if ('message' in loaded)
    return (
      <Page title="Product">
        <p role="alert" className="text-danger">
          {loaded.message}
        </p>
        <div className="flex items-center gap-3">
          <Tool onClick={() => void load()}>Try again</Tool>
          <Link to="/" className="inline-flex min-h-11 items-center link">
            All products
          </Link>
        </div>
      </Page>
    )
  return <ProductForm product={loaded.product} />
}
