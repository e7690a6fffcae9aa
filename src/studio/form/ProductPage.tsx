import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { request } from '../api.ts'
import { Page, Tool } from '../ui/controls.tsx'
import { removeOldDrafts } from './drafts.ts'
import { ProductForm } from './ProductForm.tsx'

/** A product; `new` is one without an id. */
export const ProductPage = ({ params: { id } }: { params: { id: string } }) =>
  id === 'new' ? <ProductForm product={undefined} /> : <KnownProduct key={id} id={id} />

/** Read each time that it is opened: the form begins with what is saved. */
function KnownProduct({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['GET /editor/products/:id', id],
    queryFn: () => request('GET /editor/products/:id', { param: id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => removeOldDrafts(Date.now()), [])
  if (data) return <ProductForm product={data.product} />
  if (!error) return <p role="status">Loading the product…</p>
  return (
    <Page title="Product">
      <p role="alert" className="text-danger">
        {error.message}
      </p>
      <div className="flex items-center gap-3">
        <Tool onClick={() => void refetch()}>Try again</Tool>
        <Link to="/" className="inline-flex min-h-11 items-center link">
          All products
        </Link>
      </div>
    </Page>
  )
}
