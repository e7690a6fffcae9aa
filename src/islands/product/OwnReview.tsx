import { useEffect, useRef, useState } from 'react'
import type { OwnReview as Own } from '#src/contract/reviews.ts'
import { reviewMessages } from '#src/rules/messages/reviews.ts'
import { deleteReview, fetchOwnReview } from '#src/stores/reviews.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadFailed } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ReviewText } from '#src/ui/product/ReviewList.tsx'
import { ReviewForm } from './ReviewForm.tsx'

const words = reviewMessages.reviews

interface Props {
  productId: string
  /** A visitor of the page asked for the form. */
  isWriting: boolean
  /** The form takes the focus when it opens. */
  takesFocus: boolean
  /** Called with whether the user has a review, once that is known. */
  onKnown: (exists: boolean) => void
  onClose: () => void
}

/** The user's review of the product with its state, or the form for it. */
export function OwnReview({ productId, isWriting, takesFocus, onKnown, onClose }: Props) {
  /** Undefined until it is known. */
  const [review, setReview] = useState<Own | null>()
  const [error, setError] = useState('')
  const [isEditing, setEditing] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  const card = useRef<HTMLDivElement>(null)

  async function load() {
    setError('')
    const found = await fetchOwnReview(productId)
    if ('error' in found) setError(found.error)
    else change(found.review)
  }
  function change(next: Own | null) {
    setReview(next)
    onKnown(next !== null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each product
  useEffect(() => void load(), [productId])

  function close() {
    setEditing(false)
    onClose()
    card.current?.focus()
  }
  function onSaved(saved: Own) {
    change(saved)
    close()
  }
  function onDeleted() {
    change(null)
    setDeleted(true)
    card.current?.focus()
  }

  if (error) return <LoadFailed message={error} onRetry={() => void load()} />
  if (review === undefined) return null
  const isFormOpen = isEditing || (isWriting && review === null)
  return (
    <div ref={card} tabIndex={-1} className="w-full outline-none empty:absolute">
      {isFormOpen ? (
        <ReviewForm
          productId={productId}
          review={review}
          takesFocus={isEditing || takesFocus}
          onSaved={onSaved}
          onCancel={close}
        />
      ) : (
        review !== null && (
          <OwnReviewCard review={review} onEdit={() => setEditing(true)} onDeleted={onDeleted} />
        )
      )}
      {isDeleted && review === null && !isFormOpen && (
        <Notice kind="success">{words.deleted}</Notice>
      )}
    </div>
  )
}

interface CardProps {
  review: Own
  onEdit: () => void
  onDeleted: () => void
}

function OwnReviewCard({ review, onEdit, onDeleted }: CardProps) {
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  async function remove() {
    setBusy(true)
    const message = await deleteReview(review.id)
    setBusy(false)
    if (message) setError(message)
    else onDeleted()
  }
  return (
    <section aria-label="Your review" className="flex flex-col gap-3 border border-line p-5">
      <Notice kind={review.state === 'rejected' ? 'error' : 'info'}>
        {words.states[review.state]}
        {review.reason && ` ${review.reason}`}
      </Notice>
      <ReviewText review={review} />
      {error && <Notice kind="error">{error}</Notice>}
      <p className="flex flex-wrap gap-3">
        {isAsking ? (
          <>
            <Button variant="secondary" busy={busy} onClick={() => void remove()}>
              Delete for good
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onEdit}>
              Edit your review
            </Button>
            <Button variant="quiet" onClick={() => setAsking(true)}>
              Delete
            </Button>
          </>
        )}
      </p>
    </section>
  )
}
