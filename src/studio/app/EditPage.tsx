import { useQuery } from '@tanstack/react-query'
import { Redirect, useSearchParams } from 'wouter'
import { type ContentKind, findContentIdOfPath } from '#src/contract/content.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { productPath } from '#src/rules/paths.ts'
import { Status } from '#src/ui/Status.tsx'
import { hasMany, toLivePath } from '../content/content-record.ts'
import { catalogQuery } from '../product-list/catalog.ts'
import { FoundTexts } from '../record/FindText.tsx'
import { Page } from '../ui/controls.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { useCall } from './api.ts'

/** The record whose page has a path. */
function toContentId(path: string): string | undefined {
  const single = (Object.keys(CONTENT_KINDS) as ContentKind[]).find(
    (kind) => !hasMany(kind) && toLivePath(kind) === path,
  )
  return single ?? findContentIdOfPath(path)
}

/** Leads from a page of the shop, and a text that was selected there, to the form that has it. */
export function EditPage() {
  const [search] = useSearchParams()
  const path = search.get('path') ?? ''
  const text = search.get('text') ?? ''
  // With the selected word.
  const query = text && `?${search}`
  const { data: products, isPending } = useQuery(catalogQuery)
  const content = useCall('GET /editor/content')
  if (isPending || content.isPending) return <Status>Looking for the page…</Status>
  const product = products?.find(({ slug }) => productPath(slug) === path)
  if (product) return <Redirect to={`/products/${product.id}${query}`} replace />
  const record = content.data?.records.find(({ id }) => id === toContentId(path))
  if (record) return <Redirect to={`/content/${record.id}${query}`} replace />
  return (
    <Page title="Edit a page">
      <p>{path === '' ? 'Where this text is:' : `${path} shows no record of its own.`}</p>
      {text && <FoundTexts text={text} />}
      <p>
        <TextLink to="/content">All content</TextLink>
      </p>
    </Page>
  )
}
