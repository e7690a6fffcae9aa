import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  MAX_SLUG_LENGTH,
  OFFER_FIELD_LETTERS,
  OFFER_FIELD_NAMES,
  OFFER_ICONS,
} from '#src/contract/values.ts'
import { discountPercent, formatRupees } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { $catalogue } from '../products/catalogue.ts'
import { countCategories } from '../products/view.ts'
import { Area, Choice, Group, RowList, Text } from './fields.tsx'
import { EMPTY_OFFER, type FormValues, parseAmount, slugify, splitLines } from './form-values.ts'
import { RelatedPicker } from './RelatedPicker.tsx'

/** The address follows the title until it is written by hand, or the product is live. */
function SlugField({ isLive }: { isLive: boolean }) {
  const { setValue, getValues, formState } = useFormContext<FormValues>()
  const { isSubmitted } = formState
  const title = useWatch<FormValues, 'title'>({ name: 'title' })
  const slug = useWatch<FormValues, 'slug'>({ name: 'slug' })
  const followed = useRef(title)
  useEffect(() => {
    const current = getValues('slug')
    const follows = current === '' || current === slugify(followed.current)
    if (!isLive && follows && followed.current !== title)
      setValue('slug', slugify(title), { shouldValidate: isSubmitted })
    followed.current = title
  }, [isLive, isSubmitted, title, getValues, setValue])
  return (
    <Text
      name="slug"
      label="Address"
      max={MAX_SLUG_LENGTH}
      hint={
        isLive
          ? `${productPath(slug)} is live. After a change, the old address leads to the new one.`
          : `The page will be at ${productPath(slug || '…')}`
      }
    />
  )
}

function Discount() {
  const [price, listPrice] = useWatch<FormValues, ['price', 'listPrice']>({
    name: ['price', 'listPrice'],
  })
  const percent = discountPercent(parseAmount(price), parseAmount(listPrice))
  const amount = parseAmount(price)
  return (
    <p role="status" className="text-sm text-muted figures">
      {Number.isFinite(amount) && amount > 0 ? `Shoppers see ${formatRupees(amount)}` : ''}
      {percent > 0 && `, ${percent}% off ${formatRupees(parseAmount(listPrice))}`}
    </p>
  )
}

export function BasicsGroup({ isLive }: { isLive: boolean }) {
  const { products } = useStore($catalogue)
  return (
    <Group id="basics" title="The piece">
      <Text name="title" label="Title" max={200} />
      <SlugField isLive={isLive} />
      <Text name="subtitle" label="Subtitle" max={200} />
      <Text name="tagline" label="Tagline" max={120} hint="The line under the title on a card." />
      <div className="grid gap-4 sm:grid-cols-2">
        <Text name="category" label="Category" max={40} list="categories" />
        <Text name="countryOfOrigin" label="Country of origin" max={60} />
      </div>
      <datalist id="categories">
        {countCategories(products).map(([category]) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
    </Group>
  )
}

export const PriceGroup = () => (
  <Group id="price" title="Price and stock">
    <div className="grid gap-4 sm:grid-cols-3">
      <Text name="price" label="Price in ₹" inputMode="decimal" />
      <Text name="listPrice" label="List price in ₹" inputMode="decimal" optional />
      <Text name="stock" label="Stock" inputMode="numeric" />
    </div>
    <Discount />
  </Group>
)

/** The choice that a card adds to the cart. */
function InitialChoice({ index }: { index: number }) {
  const choices = useWatch<FormValues, `options.${number}.values`>({
    name: `options.${index}.values`,
  })
  const values = splitLines(choices ?? '')
  return (
    <Choice
      name={`options.${index}.initial`}
      label="Default"
      options={values.length > 0 ? values.map((value) => [value, value] as const) : [['', 'None']]}
    />
  )
}

export const OptionsGroup = () => (
  <Group
    id="options"
    title="Options and traits"
    text="Shoppers choose options, e.g. a size. Traits are fixed, e.g. the colour."
  >
    <RowList name="options" what="Option" max={4} empty={{ name: '', values: '', initial: '' }}>
      {(index) => (
        <div className="grid gap-3 sm:grid-cols-[1fr_1.4fr_1fr]">
          <Text name={`options.${index}.name`} label="Name" max={40} placeholder="Size" />
          <Area name={`options.${index}.values`} label="Choices, one a line" rows={3} />
          <InitialChoice index={index} />
        </div>
      )}
    </RowList>
    <RowList name="traits" what="Trait" max={12} empty={{ name: '', value: '' }}>
      {(index) => (
        <div className="grid grid-cols-2 gap-3">
          <Text name={`traits.${index}.name`} label="Trait" max={40} placeholder="Colour" />
          <Text name={`traits.${index}.value`} label="Value" max={80} />
        </div>
      )}
    </RowList>
  </Group>
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
  const fieldName = useWatch<FormValues, `offers.${number}.fieldName`>({
    name: `offers.${index}.fieldName`,
  })
  return (
    <div className="grid gap-3 sm:grid-cols-[8rem_1fr_2fr]">
      <Choice
        name={`offers.${index}.icon`}
        label="Icon"
        options={OFFER_ICONS.map((icon) => [icon, iconLabels[icon]] as const)}
      />
      <Text name={`offers.${index}.title`} label="Title" max={60} />
      <Text name={`offers.${index}.detail`} label="Detail" max={200} />
      <Choice
        name={`offers.${index}.fieldName`}
        label="Shopper’s text"
        options={[['', 'None'], ...OFFER_FIELD_NAMES.map((name) => [name, name] as const)]}
      />
      {fieldName && (
        <>
          <Choice
            name={`offers.${index}.fieldLetters`}
            label="Letters"
            options={OFFER_FIELD_LETTERS.map((name) => [name, letterLabels[name]] as const)}
          />
          <Text
            name={`offers.${index}.fieldLength`}
            label="Longest text, in letters"
            inputMode="numeric"
          />
        </>
      )}
    </div>
  )
}

export const TextsGroup = () => (
  <>
    <Group id="highlights" title="Highlights" text="One to twelve short sentences.">
      <RowList name="highlights" what="Highlight" max={12} empty={{ text: '' }}>
        {(index) => (
          <Text name={`highlights.${index}.text`} label={`Highlight ${index + 1}`} hideLabel />
        )}
      </RowList>
    </Group>
    <Group id="sections" title="Sections" text="A blank line begins a new paragraph.">
      <RowList name="description" what="Section" max={12} empty={{ title: '', content: '' }}>
        {(index) => (
          <div className="flex flex-col gap-3">
            <Text name={`description.${index}.title`} label="Heading" max={80} />
            <Area name={`description.${index}.content`} label="Text" max={4000} rows={5} />
          </div>
        )}
      </RowList>
    </Group>
    <Group id="details" title="Technical details">
      <RowList name="technicalDetails" what="Detail" max={40} empty={{ name: '', value: '' }}>
        {(index) => (
          <div className="grid gap-3 sm:grid-cols-[1fr_2fr]">
            <Text name={`technicalDetails.${index}.name`} label="Name" max={60} />
            <Text name={`technicalDetails.${index}.value`} label="Value" max={300} />
          </div>
        )}
      </RowList>
    </Group>
    <Group id="offers" title="Offers">
      <RowList name="offers" what="Offer" max={6} empty={EMPTY_OFFER}>
        {(index) => <OfferFields index={index} />}
      </RowList>
    </Group>
  </>
)

export const RestGroup = ({ slug }: { slug: string }) => (
  <>
    <Group id="warranty" title="Warranty">
      <div className="grid gap-4 sm:grid-cols-2">
        <Text name="warrantyDuration" label="Duration" max={60} placeholder="2 years" />
        <Text name="warrantyType" label="What it covers" max={160} />
      </div>
    </Group>
    <Group
      id="related"
      title="Related products"
      text="The shop fills the row up with the next pieces of the category."
    >
      <RelatedPicker ownSlug={slug} />
    </Group>
    <Group id="more" title="Reviews and date">
      <div className="grid gap-4 sm:grid-cols-3">
        <Text name="rating" label="Rating, 0 to 5" inputMode="decimal" optional />
        <Text name="reviewCount" label="Number of reviews" inputMode="numeric" />
        <Text name="publishedAt" label="On sale since (IST)" type="datetime-local" />
      </div>
    </Group>
  </>
)
