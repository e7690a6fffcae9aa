import type { Ref } from 'react'
import { formatCount } from '#src/rules/listing.ts'
import type { ListingView } from '#src/rules/listing-view.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'

interface Props {
  view: ListingView
  ref: Ref<HTMLParagraphElement>
}

function getStatus(view: ListingView): string {
  switch (view.kind) {
    case 'loading':
      return pageMessages.products.loading
    case 'error':
      return ''
    case 'empty':
      return formatCount(0)
    case 'grid':
      return view.count === 0
        ? `${formatCount(view.alsoCount)} in the collection`
        : formatCount(view.count)
  }
}

/** The number of results, announced to screen readers when it changes. */
export function ResultsStatus({ view, ref }: Props) {
  return (
    <p
      ref={ref}
      role="status"
      tabIndex={-1}
      data-results-status
      // The first paint changes the text by the address, before the island has hydrated.
      suppressHydrationWarning
      className="text-body-sm text-muted figures outline-none"
    >
      {getStatus(view)}
    </p>
  )
}
