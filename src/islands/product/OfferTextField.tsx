import type { OfferField } from '#src/contract/catalog.ts'
import { PERSONALISATION_DAYS } from '#src/rules/constants.ts'
import { normalizeOfferText, validateOfferText } from '#src/rules/offer-field.ts'
import { Field } from '#src/ui/Field.tsx'

/** Initials may be typed with a dot or a space after each. */
const DOTS_BETWEEN = 2

interface Props {
  field: OfferField
  text: string
  onChange: (text: string) => void
}

/** The text of an offer, e.g. an engraving, with a preview of how it is written. */
export function OfferTextField({ field, text, onChange }: Props) {
  const written = normalizeOfferText(field, text)
  const error = validateOfferText(field, text)
  const letters = field.letters === 'initials' ? 'initials' : 'letters'
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={field.name}
        name={`offer-${field.name.toLowerCase()}`}
        value={text}
        maxLength={field.maxLength * DOTS_BETWEEN}
        autoComplete="off"
        autoCapitalize={field.letters === 'initials' ? 'characters' : 'words'}
        spellCheck={false}
        error={error ?? undefined}
        hint={`Up to ${field.maxLength} ${letters}, with our compliments. It adds ${PERSONALISATION_DAYS} working days; a personalised piece can be returned only if it is faulty.`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {written !== '' && !error && (
        <p className="offer-preview" data-letters={field.letters}>
          <span className="sr-only">Preview: </span>
          {written}
        </p>
      )}
    </div>
  )
}
