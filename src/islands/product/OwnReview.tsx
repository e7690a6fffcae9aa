import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { OwnReview as Own } from '#src/contract/reviews.ts'
import { reviewMessages } from '#src/rules/messages/reviews.ts'
import { deleteReview, getOwnReview } from '#src/stores/reviews.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadFailed } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ReviewText } from '#src/ui/product/ReviewList.tsx'
import { ReviewForm } from './ReviewForm.tsx'

const messages = reviewMessages.reviews

interface Props {
  productId: string
  /** Whether the shopper opened the form. */
  isWriting: boolean
  /** Whether the form takes the focus when it opens. */
  takesFocus: boolean
  onClose: () => void
}

/** The user's review of the product with its state, or the form for it. */
export function OwnReview({ productId, isWriting, takesFocus, onClose }: Props) {
  const own = getOwnReview(productId)
  const { data: review, error, loading } = useStore(own.$state)
  const [isEditing, setEditing] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  const card = useRef<HTMLDivElement>(null)

  function close() {
    setEditing(false)
    onClose()
    card.current?.focus()
  }
  function onDeleted() {
    setDeleted(true)
    card.current?.focus()
  }

  if (error !== null)
    return <LoadFailed message={error} busy={loading} onRetry={() => void own.refetch()} />
  if (review === undefined) return null
  const isFormOpen = isEditing || (isWriting && review === null)
  return (
    <div ref={card} tabIndex={-1} className="w-full outline-none empty:absolute">
      {isFormOpen ? (
        <ReviewForm
          productId={productId}
          review={review}
          takesFocus={isEditing || takesFocus}
          onSaved={close}
          onCancel={close}
        />
      ) : (
        review !== null && (
          <OwnReviewCard
            productId={productId}
            review={review}
            onEdit={() => setEditing(true)}
            onDeleted={onDeleted}
          />
        )
      )}
      {isDeleted && review === null && !isFormOpen && (
        <Notice kind="success">{messages.deleted}</Notice>
      )}
    </div>
  )
}

interface CardProps {
  productId: string
  review: Own
  onEdit: () => void
  onDeleted: () => void
}

function OwnReviewCard({ productId, review, onEdit, onDeleted }: CardProps) {
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  async function remove() {
    setBusy(true)
    const message = await deleteReview(productId, review.id)
    setBusy(false)
    if (message) setError(message)
    else onDeleted()
  }
  return (
    <section aria-label="Your review" className="flex flex-col gap-3 border border-line p-5">
      <Notice kind={review.state === 'rejected' ? 'error' : 'info'}>
        {messages.states[review.state]}
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
