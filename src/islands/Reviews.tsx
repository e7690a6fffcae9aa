import { useStore } from '@nanostores/react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Review } from '#src/contract/catalog.ts'
import { REVIEWS_PER_CALL } from '#src/contract/values.ts'
import { reviewMessages } from '#src/rules/messages/reviews.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import type { ReviewedProduct } from '#src/rules/product/product-reviews.ts'
import { REVIEW_ORDERS, type ReviewOrder, sortReviews } from '#src/rules/product/reviews.ts'
import { fetchReviews, getOwnReview, requireAuthor, WRITE_REVIEW_ID } from '#src/stores/reviews.ts'
import { $signedIn } from '#src/stores/session.ts'
import { readTexts, toFormDraftKey } from '#src/stores/storage.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Select } from '#src/ui/Field.tsx'
import { importTwice } from '#src/ui/lazy-module.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { ReviewFigures, ReviewList } from '#src/ui/product/ReviewList.tsx'
import { useBrowserValue } from './hooks/use-browser-value.ts'

const messages = reviewMessages.reviews

const ORDER_LABELS: Record<ReviewOrder, string> = {
  newest: 'Newest first',
  highest: 'Highest first',
  lowest: 'Lowest first',
}

// Fetched for an author only.
const OwnReview = lazy(async () => {
  const { OwnReview } = await importTwice(() => import('./product/OwnReview.tsx'))
  return { default: OwnReview }
})

interface Props {
  product: ReviewedProduct
  invitation: string
}

/** The reviews of a product page, with the way to write one. */
export function Reviews({ product, invitation }: Props) {
  const signedIn = useStore($signedIn, { ssr: () => false })
  const isBack = useBrowserValue(() => location.hash === `#${WRITE_REVIEW_ID}`, false)
  const hasDraft = useBrowserValue(
    () => readTexts(toFormDraftKey('review', product.id)) !== undefined,
    false,
  )
  /** Undefined until the form is opened or closed. It is open after logging in, and with a draft. */
  const [chosen, setWriting] = useState<boolean>()
  const isWriting = chosen ?? (isBack || hasDraft)
  /** Whether the shopper opened the form; false if it was restored. */
  const [isAsked, setAsked] = useState(false)
  const own = useStore(getOwnReview(product.id).$data, { ssr: () => undefined })

  const startWriting = async () => {
    if (!(await requireAuthor())) return
    setAsked(true)
    setWriting(true)
  }
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="container">
      <div className="product-section border-t border-line">
        <div className="flex flex-col gap-6">
          <h2 id="reviews-title" className="text-heading">
            Reviews
          </h2>
          <ReviewFigures {...product} />
          {product.reviewCount === 0 && <p className="text-muted">{shopMessages.noReviews}</p>}
          {!(signedIn && (isWriting || own)) && (
            <div className="flex flex-col items-start gap-4">
              <p className="text-muted">{invitation}</p>
              <Button
                variant="secondary"
                className="scripting-only"
                onClick={() => void startWriting()}
              >
                {messages.write}
              </Button>
            </div>
          )}
        </div>
        <div id={WRITE_REVIEW_ID} className="flex min-w-0 flex-col gap-6">
          {signedIn && (
            <ErrorBoundary fallback={<Notice kind="error">{shopMessages.notLoaded}</Notice>}>
              <Suspense fallback={null}>
                <OwnReview
                  productId={product.id}
                  isWriting={isWriting}
                  takesFocus={isAsked || isBack}
                  onClose={() => setWriting(false)}
                />
              </Suspense>
            </ErrorBoundary>
          )}
          {product.reviewCount > 0 && <ReadReviews product={product} />}
        </div>
      </div>
    </section>
  )
}

/** The list in the chosen order. It fetches reviews that are not in the page part by part. */
function ReadReviews({ product }: { product: ReviewedProduct }) {
  const [order, setOrder] = useState<ReviewOrder>('newest')
  const [loaded, setLoaded] = useState({
    reviews: product.newestReviews,
    total: product.reviewCount,
  })
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { reviews, total } = loaded
  const left = total - reviews.length

  const loadMore = async () => {
    setBusy(true)
    setError('')
    const part = await fetchReviews(product.slug, reviews.length)
    setBusy(false)
    if ('error' in part) return setError(part.error)
    setLoaded({ reviews: joinReviews(reviews, part.reviews), total: part.total })
    // The button may disappear with the last part.
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {total > 1 && (
        <label className="flex scripting-only max-w-full flex-wrap items-center gap-x-3 gap-y-1 self-start text-sm">
          Order
          <Select
            value={order}
            className="min-w-[min(11rem,100%)] flex-1"
            onChange={(event) => setOrder(event.target.value as ReviewOrder)}
          >
            {REVIEW_ORDERS.map((choice) => (
              <option key={choice} value={choice}>
                {ORDER_LABELS[choice]}
              </option>
            ))}
          </Select>
        </label>
      )}
      <div ref={list} tabIndex={-1} className="outline-none">
        <ReviewList reviews={sortReviews(reviews, order)} />
      </div>
      <p role="status" className="sr-only">
        {reviews.length > product.newestReviews.length && messages.shown(reviews.length, total)}
      </p>
      {error && <Notice kind="error">{error}</Notice>}
      {left > 0 && (
        <Button
          variant="secondary"
          busy={busy}
          className="scripting-only self-start"
          onClick={() => void loadMore()}
        >
          {left > REVIEWS_PER_CALL ? messages.showMore(REVIEWS_PER_CALL) : messages.showAll(total)}
        </Button>
      )}
    </>
  )
}

/** A newly approved review moves the others, so duplicates are removed. */
const joinReviews = (known: Review[], more: Review[]): Review[] => [
  ...new Map([...known, ...more].map((review) => [review.id, review])).values(),
]
