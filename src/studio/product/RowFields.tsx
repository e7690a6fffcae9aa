import { useWatch } from 'react-hook-form'
import { offer, offerField, option, section } from '#src/contract/catalog.ts'
import { OFFER_FIELD_LETTERS, OFFER_FIELD_NAMES, OFFER_ICONS } from '#src/contract/values.ts'
import {
  RecordField,
  RecordNumberField,
  RecordSelectField,
  RecordTextareaField,
  RowList,
} from '../record/fields.tsx'
import { detail, EMPTY_OFFER, type FormValues, trait } from './form-schema.ts'
import { RenameChoice } from './RenameChoice.tsx'
import { ReturningChoices } from './ReturningChoices.tsx'

/** The choice that a card adds to the cart. */
function InitialChoice({ index }: { index: number }) {
  const { values: lines = '' } =
    useWatch<FormValues, `options.${number}`>({ name: `options.${index}` }) ?? {}
  const values = lines.split('\n').flatMap((line) => line.trim() || [])
  return (
    <RecordSelectField
      name={`options.${index}.initial`}
      label="Default"
      options={values.length > 0 ? values.map((value) => [value, value] as const) : [['', 'None']]}
    />
  )
}

export const OptionRows = () => (
  <RowList name="options" what="Option" max={4} empty={{ name: '', values: '', initial: '' }}>
    {(index) => (
      <div className="grid gap-3 sm:grid-cols-[1fr_1.4fr_1fr]">
        <RecordField
          name={`options.${index}.name`}
          label="Name"
          schema={option.shape.name}
          placeholder="Size"
        />
        <RecordTextareaField
          name={`options.${index}.values`}
          label="Choices, one a line"
          schema={option.shape.values}
          rows={3}
        />
        <InitialChoice index={index} />
        <ReturningChoices index={index} />
        <RenameChoice index={index} />
      </div>
    )}
  </RowList>
)

export const TraitRows = () => (
  <RowList name="variant" what="Trait" max={12} empty={{ name: '', value: '' }}>
    {(index) => (
      <div className="grid grid-cols-2 gap-3">
        <RecordField
          name={`variant.${index}.name`}
          label="Trait"
          schema={trait.shape.name}
          placeholder="Colour"
        />
        <RecordField name={`variant.${index}.value`} label="Value" schema={trait.shape.value} />
      </div>
    )}
  </RowList>
)

export const HighlightRows = () => (
  <RowList name="highlights" what="Highlight" max={12} empty={{ text: '' }}>
    {(index) => (
      <RecordField name={`highlights.${index}.text`} label={`Highlight ${index + 1}`} hideLabel />
    )}
  </RowList>
)

export const SectionRows = () => (
  <RowList name="description" what="Section" max={12} empty={{ title: '', content: '' }}>
    {(index) => (
      <div className="flex flex-col gap-3">
        <RecordField
          name={`description.${index}.title`}
          label="Heading"
          schema={section.shape.title}
        />
        <RecordTextareaField
          name={`description.${index}.content`}
          label="Text"
          schema={section.shape.content}
          rows={5}
        />
      </div>
    )}
  </RowList>
)

export const DetailRows = () => (
  <RowList name="technicalDetails" what="Detail" max={40} empty={{ name: '', value: '' }}>
    {(index) => (
      <div className="grid gap-3 sm:grid-cols-[1fr_2fr]">
        <RecordField
          name={`technicalDetails.${index}.name`}
          label="Name"
          schema={detail.shape.name}
        />
        <RecordField
          name={`technicalDetails.${index}.value`}
          label="Value"
          schema={detail.shape.value}
        />
      </div>
    )}
  </RowList>
)

const letterLabels = { initials: 'Capitals A to Z', text: 'Letters and digits' }

const iconLabels: Record<(typeof OFFER_ICONS)[number], string> = {
  gift: 'Gift',
  tag: 'Tag',
  card: 'Card',
  truck: 'Delivery',
  refresh: 'Return',
  shield: 'Shield',
  spark: 'Spark',
}

function OfferFields({ index }: { index: number }) {
  const fieldName = useWatch<FormValues, `offers.${number}.field.name`>({
    name: `offers.${index}.field.name`,
  })
  return (
    <div className="grid gap-3 sm:grid-cols-[8rem_1fr_2fr]">
      <RecordSelectField
        name={`offers.${index}.icon`}
        label="Icon"
        options={OFFER_ICONS.map((icon) => [icon, iconLabels[icon]] as const)}
      />
      <RecordField name={`offers.${index}.title`} label="Title" schema={offer.shape.title} />
      <RecordField name={`offers.${index}.detail`} label="Detail" schema={offer.shape.detail} />
      <RecordSelectField
        name={`offers.${index}.field.name`}
        label="Shopper’s text"
        options={[['', 'None'], ...OFFER_FIELD_NAMES.map((name) => [name, name] as const)]}
      />
      {fieldName && (
        <>
          <RecordSelectField
            name={`offers.${index}.field.letters`}
            label="Letters"
            options={OFFER_FIELD_LETTERS.map((name) => [name, letterLabels[name]] as const)}
          />
          <RecordNumberField
            name={`offers.${index}.field.maxLength`}
            label="Longest text, in letters"
            schema={offerField.shape.maxLength}
          />
        </>
      )}
    </div>
  )
}

export const OfferRows = () => (
  <RowList name="offers" what="Offer" max={6} empty={EMPTY_OFFER}>
    {(index) => <OfferFields index={index} />}
  </RowList>
)
