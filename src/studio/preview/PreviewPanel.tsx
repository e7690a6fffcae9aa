import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brand } from '#src/rules/brand.ts'
import { productPath } from '#src/rules/paths.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { ProductCard } from '#src/ui/ProductCard.tsx'
import { request } from '../app/api.ts'
import { PAGE_WIDTHS, PreviewChoice, PreviewFrame, useDebouncedValues } from './PreviewFrame.tsx'
import { toPreviewEntry } from './preview-entry.ts'

const VIEWS = ['Phone', 'Desktop', 'Card', 'Search result'] as const

/** The page as the publisher renders it, a moment after each change of the form. */
function usePreview(id: string | undefined) {
  const entry = useDebouncedValues(toPreviewEntry)
  return useQuery({
    queryKey: ['POST /editor/preview', id, entry],
    queryFn: () =>
      request('POST /editor/preview', { body: { entry, ...(id === undefined ? {} : { id }) } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

export function PreviewPanel({ id }: { id: string | undefined }) {
  const { data: preview, error } = usePreview(id)
  const [view, setView] = useState<(typeof VIEWS)[number]>('Phone')
  return (
    <div className="flex flex-col gap-3">
      <PreviewChoice views={VIEWS} view={view} onChange={setView} />
      {error && <Notice kind="error">{error.message}</Notice>}
      {(view === 'Phone' || view === 'Desktop') && (
        <PreviewFrame html={preview?.html} width={PAGE_WIDTHS[view]} />
      )}
      {preview && view === 'Card' && (
        // The links of a card lead away from the form.
        <div inert className="w-full max-w-xs border border-line p-6">
          <ProductCard
            product={preview.item}
            from={isPriceFrom(preview.item)}
            sizes="320px"
            priority
          />
        </div>
      )}
      {preview && view === 'Search result' && (
        <div className="flex max-w-xl flex-col gap-1 border border-line p-6">
          <p className="truncate text-sm text-muted">
            {location.host}
            {productPath(preview.item.slug)}
          </p>
          <p className="truncate text-lg text-accent">
            {preview.title} · {brand.name}
          </p>
          <p className="line-clamp-2 text-sm">{preview.description}</p>
        </div>
      )}
    </div>
  )
}
