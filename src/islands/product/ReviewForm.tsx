import { useEffect, useRef } from 'react'
import { REVIEW_LIMITS } from '#src/contract/form-limits.ts'
import type { OwnReview } from '#src/contract/reviews.ts'
import { count } from '#src/rules/count.ts'
import { validateReview } from '#src/rules/product/reviews.ts'
import { saveReview } from '#src/stores/reviews.ts'
import { readTexts, removeItem, toFormDraftKey } from '#src/stores/storage.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field, FieldErrorMessage, fieldAriaProps, TextareaField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { type FieldReader, useForm } from '../form/use-form.ts'

interface Props {
  productId: string
  /** The review to change; null for a new one. */
  review: OwnReview | null
  takesFocus: boolean
  onSaved: () => void
  onCancel: () => void
}

/** Writes or changes a review. Typed text survives a reload and a failed request. */
export function ReviewForm({ productId, review, takesFocus, onSaved, onCancel }: Props) {
  const draftKey = toFormDraftKey('review', productId)
  const start = useRef(readTexts(draftKey) ?? review)
  const frame = useRef<HTMLDivElement>(null)
  const { form, field, failure, busy } = useForm({
    validate: validateReview,
    onSubmit: save,
    draftKey,
  })
  async function save(read: FieldReader) {
    const content = { stars: Number(read('stars')), title: read('title'), text: read('text') }
    const saved = await saveReview({ productId, ...content }, review?.id)
    if (!saved.ok) return saved
    onSaved()
    return { ok: true, message: '' } as const
  }
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector('input')?.focus()
  }, [takesFocus])

  function cancel() {
    removeItem(draftKey)
    onCancel()
  }
  const { stars = '', title = '', text = '' } = start.current ?? {}
  return (
    <div ref={frame}>
      <form {...form} aria-label="Your review" className="grid gap-5">
        <StarChoice {...field('stars')} initial={Number(stars)} />
        <Field
          label="Title"
          {...field('title')}
          id="review-title"
          defaultValue={title}
          required
          maxLength={REVIEW_LIMITS.title}
        />
        <TextareaField
          label="Review"
          {...field('text')}
          id="review-text"
          defaultValue={text}
          required
          maxLength={REVIEW_LIMITS.text}
          hint="We read every review before it is shown, with your first name."
        />
        {failure && <Notice kind="error">{failure}</Notice>}
        <p className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {busy ? 'Sending...' : 'Send review'}
          </Button>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </p>
      </form>
    </div>
  )
}

const STAR = 'M12 3.5l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z'

interface StarChoiceProps {
  name: string
  error: string | undefined
  /** 0 if none is chosen. */
  initial: number
}

const StarChoice = ({ name, error, initial }: StarChoiceProps) => (
  <div
    role="radiogroup"
    aria-labelledby={`${name}-label`}
    aria-required="true"
    {...fieldAriaProps(name, { error, hint: undefined })}
    className="min-w-0"
  >
    <p id={`${name}-label`} className="text-body-sm leading-snug font-medium">
      Stars
    </p>
    <div className="star-choice -ms-2">
      {[1, 2, 3, 4, 5].map((stars) => (
        <label key={stars}>
          <input
            type="radio"
            name={name}
            value={stars}
            defaultChecked={stars === initial}
            required
            aria-label={count(stars, 'star')}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={STAR} />
          </svg>
        </label>
      ))}
    </div>
    <FieldErrorMessage id={name} error={error} />
  </div>
)
