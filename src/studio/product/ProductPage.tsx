import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Redirect } from 'wouter'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadFailed } from '#src/ui/EmptyState.tsx'
import { Status } from '#src/ui/Status.tsx'
import { request, useCall } from '../app/api.ts'
import { DraftPage, useLaunchId } from '../launches/DraftPage.tsx'
import { AllProductsLink } from '../product-list/AllProductsLink.tsx'
import {
  createNewProductId,
  type DraftKey,
  isNewProductId,
  listNewDrafts,
  removeDraft,
} from '../record/drafts.ts'
import { Page } from '../ui/controls.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { readFormValues } from './form-schema.ts'
import { ProductDraftForm, ProductForm } from './ProductForm.tsx'

/** A product; `new` begins one, whose draft has an address of its own. */
export function ProductPage({ params: { id } }: { params: { id: string } }) {
  const userId = useCall('GET /users/getUserProfile').data?.user?.uid ?? ''
  const draftKey = useMemo(() => ({ userId, recordId: id }), [userId, id])
  const launchId = useLaunchId()
  if (launchId)
    return <DraftPage recordId={id} launchId={launchId} userId={userId} Form={ProductDraftForm} />
  if (id === 'new') return <Redirect to={`/products/${createNewProductId()}`} replace />
  if (!isNewProductId(id)) return <KnownProduct key={id} draftKey={draftKey} />
  return (
    <div key={id} className="flex flex-col gap-5">
      <OtherDrafts draftKey={draftKey} />
      <ProductForm product={undefined} draftKey={draftKey} recordId={id} />
    </div>
  )
}

/** New products that the user began in other tabs or before, and has not saved. */
function OtherDrafts({ draftKey: { userId, recordId } }: { draftKey: DraftKey }) {
  const [drafts, setDrafts] = useState(() =>
    listNewDrafts(userId)
      .filter(([other]) => other !== recordId)
      .map(([other, { keptAt, values }]) => {
        return { other, keptAt, title: readFormValues(values)?.title }
      }),
  )
  if (drafts.length === 0) return null
  const discard = (other: string) => {
    removeDraft({ userId, recordId: other })
    setDrafts(drafts.filter((draft) => draft.other !== other))
  }
  return (
    <section aria-label="Unfinished products" className="border-s-2 border-accent ps-4 text-sm">
      <p>New products that are not saved yet, on this device:</p>
      <ul>
        {drafts.map(({ other, title, keptAt }) => (
          <li key={other} className="flex flex-wrap items-center gap-x-3">
            <TextLink to={`/products/${other}`}>{title || 'Without a title'}</TextLink>
            <span className="text-muted">{formatInstant(keptAt)}</span>
            <Button variant="quiet" onClick={() => discard(other)}>
              Discard<span className="sr-only"> {title || 'the one without a title'}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Read each time that it is opened: the form begins with what is saved. */
function KnownProduct({ draftKey }: { draftKey: DraftKey }) {
  const id = draftKey.recordId
  const { data, error, refetch } = useQuery({
    queryKey: ['GET /editor/products/:id', id],
    queryFn: () => request('GET /editor/products/:id', { param: id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data) return <ProductForm product={data.product} draftKey={draftKey} recordId={id} />
  if (!error) return <Status>Loading the product…</Status>
  return (
    <Page title="Product">
      <LoadFailed inline message={error.message} onRetry={() => void refetch()} />
      <p>
        <AllProductsLink />
      </p>
    </Page>
  )
}
