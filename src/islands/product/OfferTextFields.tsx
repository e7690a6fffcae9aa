import type { OfferField, Variant } from '#src/contract/catalog.ts'
import { PERSONALISATION_DAYS } from '#src/rules/constants.ts'
import { normalizeOfferText, validateOfferText, withOfferText } from '#src/rules/offer-field.ts'
import { Field } from '#src/ui/Field.tsx'

/** Initials may be typed with a dot or a space after each. */
const DOTS_BETWEEN = 2

const toId = ({ name }: OfferField): string => `offer-${name.toLowerCase()}`

export interface OfferTextFieldsProps {
  fields: OfferField[]
  /** What is typed, by the name of the field. */
  texts: Variant
  /** `invalidId` is the id of the first control whose text cannot be written. */
  onChange: (texts: Variant, invalidId: string | undefined) => void
}

/** The texts of a piece's offers, e.g. an engraving, each with a preview of how it is written. */
export function OfferTextFields({ fields, texts, onChange }: OfferTextFieldsProps) {
  function change(name: string, text: string) {
    const next = withOfferText(texts, name, text)
    const invalid = fields.find((field) => validateOfferText(field, next[field.name] ?? ''))
    onChange(next, invalid && toId(invalid))
  }

  return fields.map((field) => (
    <OfferTextField
      key={field.name}
      field={field}
      text={texts[field.name] ?? ''}
      onChange={(text) => change(field.name, text)}
    />
  ))
}

interface FieldProps {
  field: OfferField
  text: string
  onChange: (text: string) => void
}

function OfferTextField({ field, text, onChange }: FieldProps) {
  const written = normalizeOfferText(field, text)
  const error = validateOfferText(field, text)
  const letters = field.letters === 'initials' ? 'initials' : 'letters'
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={field.name}
        name={toId(field)}
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
