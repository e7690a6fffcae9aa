import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { REVIEW_LIMITS } from '#src/contract/form-limits.ts'
import type { ReviewDecision } from '#src/contract/reviews.ts'
import { REVIEW_STATES } from '#src/contract/values.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextareaField } from '#src/ui/Field.tsx'
import { request, useCall } from '../app/api.ts'
import { defineList, oneOf, pageNumber, text, useListState } from '../app/list-state.ts'
import { toast } from '../app/toasts.tsx'
import { useDraft } from '../record/use-draft.ts'
import { Badge, OptionSelect, Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { REVIEW_STATE_LABELS } from './review-states.ts'

const REVIEWS = defineList({
  state: oneOf(REVIEW_STATES, 'pending'),
  /** The one review that a link leads to. */
  id: text(),
  page: pageNumber(),
})

type EditorReview = ResponseBody<'GET /editor/reviews'>['reviews'][number]

/** Reviews of shoppers: what waits to be read, and what was decided. */
export function ReviewsPage() {
  const { state: shown, change } = useListState(REVIEWS)
  const { state, id, page } = shown
  const listed = useCall('GET /editor/reviews', {
    query: id ? { id } : { state, page: String(page) },
  })
  const decide = useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: ReviewDecision }) =>
      request('PUT /editor/reviews/:id', { param: id, body: decision }),
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => listed.refetch(),
  })
  return (
    <Page
      title="Reviews"
      actions={
        id ? (
          <TextLink to="/reviews">All reviews</TextLink>
        ) : (
          <OptionSelect
            label="State"
            value={state}
            options={REVIEW_STATES.map((state) => [state, REVIEW_STATE_LABELS[state]] as const)}
            onChange={({ target }) => change({ state: target.value as typeof state })}
          />
        )
      }
    >
      <Loaded from={listed}>
        {({ reviews, pageCount }) => (
          <>
            {reviews.length === 0 && (
              <p className="text-muted">
                {!id && state === 'pending'
                  ? 'No review waits to be read.'
                  : 'There is no such review.'}
              </p>
            )}
            <LinedList>
              {reviews.map((review) => (
                <li key={review.id} className="border-b border-line py-4">
                  <Review
                    review={review}
                    isBusy={decide.isPending}
                    onDecide={(decision, onDone) =>
                      decide.mutate({ id: review.id, decision }, onDone && { onSuccess: onDone })
                    }
                  />
                </li>
              ))}
            </LinedList>
            <Pager page={page} pageCount={pageCount} onChange={(next) => change({ page: next })} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface ReviewProps {
  review: EditorReview
  isBusy: boolean
  onDecide: (decision: ReviewDecision, onDone?: () => void) => void
}

function Review({ review, isBusy, onDecide }: ReviewProps) {
  const { stars, title, text, author, date, isVerifiedPurchase, state, reason, product } = review
  // The reason, from the press of Reject on.
  const draft = useDraft(`reason/${review.id}`)
  const reasonDraft = draft.typed['reason']
  return (
    <article aria-label={title} className="flex flex-col gap-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <TextLink to={`/products/${product.id}`}>{product.title}</TextLink>
        <span className="figures">{`${stars} of 5 stars`}</span>
        <span>{author || 'No name'}</span>
        <span className="text-muted">{formatInstant(date)}</span>
        {isVerifiedPurchase && <Badge kind="good">Verified purchase</Badge>}
      </p>
      <h2 className="font-sans text-base font-medium">{title}</h2>
      <p className="max-w-3xl whitespace-pre-wrap">{text}</p>
      {reason && <p className="text-muted">{`Reason: ${reason}`}</p>}
      {reasonDraft !== undefined ? (
        <Rejection
          isBusy={isBusy}
          reason={reasonDraft}
          onChange={(text) => draft.change({ reason: text })}
          onReject={() =>
            onDecide({ decision: 'reject', date, reason: reasonDraft }, () => draft.clear())
          }
          onCancel={() => draft.clear()}
        />
      ) : (
        <p className="flex flex-wrap gap-2">
          {state !== 'approved' && (
            <Button disabled={isBusy} onClick={() => onDecide({ decision: 'approve', date })}>
              Approve
            </Button>
          )}
          {state !== 'rejected' && (
            <Button
              variant="secondary"
              disabled={isBusy}
              onClick={() => draft.change({ reason: '' })}
            >
              Reject…
            </Button>
          )}
        </p>
      )}
    </article>
  )
}

interface RejectionProps {
  isBusy: boolean
  reason: string
  onChange: (reason: string) => void
  onReject: () => void
  onCancel: () => void
}

/** The author reads the reason beside the review. */
function Rejection({ isBusy, reason, onChange, onReject, onCancel }: RejectionProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (reason.trim()) onReject()
  }
  return (
    <form onSubmit={submit} className="flex max-w-3xl flex-col gap-2">
      <TextareaField
        label="Reason, which the author reads"
        name="rejection-reason"
        // The press of Reject opened it.
        autoFocus
        required
        rows={2}
        maxLength={REVIEW_LIMITS.reason}
        value={reason}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="flex flex-wrap gap-2">
        <Button variant="danger" type="submit" busy={isBusy}>
          Reject
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </form>
  )
}
