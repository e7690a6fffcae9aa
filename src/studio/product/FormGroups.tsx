import { type ComponentType, useEffect, useRef } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import {
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  ENTRY_GROUPS,
  type EntryField,
  type EntryFieldSpec,
  type EntryGroup,
} from '#src/contract/entry.ts'
import { discountPercent, formatPrice, formatRupees } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { getShownPrice } from '#src/rules/product/variants.ts'
import { FieldLaunches } from '../launches/FieldLaunches.tsx'
import { PicturesField } from '../pictures/PicturesField.tsx'
import { ProductPicker } from '../product-list/ProductPicker.tsx'
import {
  FieldGroup,
  getError,
  RecordField,
  RecordNumberField,
  RecordTimeField,
  SectionLinks,
} from '../record/fields.tsx'
import { useSlugify } from '../record/use-slugify.ts'
import { CategoryField } from './CategoryField.tsx'
import { type FormValues, isRequired } from './form-schema.ts'
import { HsnField } from './HsnField.tsx'
import {
  DetailRows,
  HighlightRows,
  OfferRows,
  OptionRows,
  SectionRows,
  TraitRows,
} from './RowFields.tsx'
import { PriceField, StockField, VariantsField } from './VariantsField.tsx'

/** The slug with which the product is saved, and whether its page is live. */
interface Props {
  savedSlug: string
  isLive: boolean
}

/** The address follows the title until it is written by hand, or the product is live. */
function TitleField({ isLive }: Props) {
  const { setValue, getValues, formState } = useFormContext<FormValues>()
  const { isSubmitted } = formState
  const title = useWatch<FormValues, 'title'>({ name: 'title' })
  const toAddress = useSlugify(title)
  /** The address that the title has made. */
  const followed = useRef(toAddress(title))
  useEffect(() => {
    const next = toAddress(title)
    const slug = getValues('slug')
    const follows = slug === '' || slug === followed.current
    followed.current = next
    if (!isLive && follows && slug !== next) setValue('slug', next, { shouldValidate: isSubmitted })
  }, [title, toAddress, isLive, isSubmitted, getValues, setValue])
  const { label, schema } = ENTRY_FIELDS.title
  return <RecordField name="title" label={label} schema={schema} />
}

function SlugField({ isLive }: Props) {
  const slug = useWatch<FormValues, 'slug'>({ name: 'slug' })
  return (
    <RecordField
      name="slug"
      label={ENTRY_FIELDS.slug.label}
      schema={ENTRY_FIELDS.slug.schema}
      hint={
        isLive
          ? `${productPath(slug)} is live. After a change, the old address leads to the new one.`
          : `The page will be at ${productPath(slug || '…')}`
      }
    />
  )
}

const ProductCategory = () => (
  <CategoryField
    name="category"
    label={ENTRY_FIELDS.category.label}
    schema={ENTRY_FIELDS.category.schema}
  />
)

/** The amount of a field; undefined for one that is empty or no number yet. */
const toAmount = (input: unknown): number | undefined => Number(input) || undefined

/** Shows the discount as shoppers see it. */
function Discount() {
  const [ownPrice, ownListPrice, variants] = useWatch<
    FormValues,
    ['price', 'listPrice', 'variants']
  >({ name: ['price', 'listPrice', 'variants'] })
  const rows = variants.map((row) => ({
    stock: Number(row.stock) || 0,
    price: toAmount(row.price),
    listPrice: toAmount(row.listPrice),
  }))
  const base = { price: toAmount(ownPrice) ?? 0, listPrice: toAmount(ownListPrice) }
  const { price, listPrice = price } = getShownPrice({ ...base, variants: rows })
  const priced = rows.map((row) => ({ stock: row.stock, price: row.price ?? base.price }))
  const isFrom = isPriceFrom({ price, variants: priced })
  const percent = discountPercent(price, listPrice)
  return (
    <p role="status" className="col-span-full text-sm text-muted figures">
      {price > 0 ? `Shoppers see ${formatPrice(price, isFrom)}` : ''}
      {percent > 0 && `, ${percent}% off ${formatRupees(listPrice)}`}
    </p>
  )
}

/** A product may be without both. */
const warrantySchemas = ENTRY_FIELDS.warranty.schema.unwrap().partial().shape

const WarrantyFields = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    <RecordField
      name="warranty.duration"
      label="Duration"
      schema={warrantySchemas.duration}
      placeholder="2 years"
    />
    <RecordField name="warranty.type" label="What it covers" schema={warrantySchemas.type} />
  </div>
)

const MAX_RELATED = 12

function RelatedField({ savedSlug }: Props) {
  const { formState } = useFormContext<FormValues>()
  const { field } = useController<FormValues, 'related'>({ name: 'related' })
  return (
    <ProductPicker
      what="related product"
      slugs={field.value.map(({ slug }) => slug)}
      onChange={(slugs) => field.onChange(slugs.map((slug) => ({ slug })))}
      max={MAX_RELATED}
      ownSlug={savedSlug}
      getError={(index) => getError(formState.errors, `related.${index}`)}
    />
  )
}

/** Fields with a control of their own; the type of every other field decides. */
const CONTROLS: Partial<Record<EntryField, ComponentType<Props>>> = {
  title: TitleField,
  slug: SlugField,
  category: ProductCategory,
  hsn: HsnField,
  pictures: PicturesField,
  options: OptionRows,
  variant: TraitRows,
  variants: VariantsField,
  price: PriceField,
  stock: StockField,
  highlights: HighlightRows,
  description: SectionRows,
  technicalDetails: DetailRows,
  offers: OfferRows,
  warranty: WarrantyFields,
  related: RelatedField,
}

const widths = { third: 'sm:col-span-2', half: 'sm:col-span-3' }

function EntryControl({ name, ...props }: Props & { name: EntryField }) {
  const field: EntryFieldSpec = ENTRY_FIELDS[name]
  const { label, formLabel = label, hint, type, schema } = field
  const Control = CONTROLS[name]
  if (Control) return <Control {...props} />
  const input = { name, label: formLabel, hint, schema }
  if (type === 'time') return <RecordTimeField {...input} />
  if (type === 'text') return <RecordField {...input} />
  return <RecordNumberField {...input} isDecimal={type !== 'integer'} />
}

const GROUPS: Record<EntryGroup, { title: string; text?: string; After?: ComponentType }> = {
  basics: { title: 'The piece' },
  price: { title: 'Price and stock', After: Discount },
  pictures: {
    title: 'Pictures',
    text: 'The first one is on the card. Without one, no feed lists the piece, and search engines show no price.',
  },
  options: {
    title: 'Options and traits',
    text: 'Shoppers choose options, e.g. a size. Traits are fixed, e.g. the colour.',
  },
  variants: {
    title: 'Variants',
    text: 'A row for each choice of the options: its stock, and what else it has of its own.',
  },
  highlights: { title: 'Highlights', text: 'One to twelve short sentences.' },
  sections: { title: 'Sections', text: 'A blank line begins a new paragraph.' },
  details: { title: 'Technical details' },
  offers: { title: 'Offers' },
  warranty: { title: 'Warranty', text: 'Fill in both, or neither.' },
  related: {
    title: 'Related products',
    text: 'The shop fills the row up with the next pieces of the category.',
  },
  search: {
    title: 'Search results',
    text: 'What search engines and shared links show. Without them, it is the title and the subtitle.',
  },
  more: { title: 'On sale since' },
}

export const GroupLinks = () => (
  <SectionLinks sections={ENTRY_GROUPS.map((group) => [group, GROUPS[group].title] as const)} />
)

/** Every field of an entry, group by group. */
export const FormGroups = (props: Props) =>
  ENTRY_GROUPS.map((group) => {
    const { title, text, After } = GROUPS[group]
    const names = ENTRY_FIELD_NAMES.filter((name) => ENTRY_FIELDS[name].group === group)
    const required = names.some((name) => {
      const { type, schema }: EntryFieldSpec = ENTRY_FIELDS[name]
      // The heading is the label of a list.
      return (type === 'lines' || type === 'rows') && isRequired(schema)
    })
    return (
      <FieldGroup key={group} id={group} title={title} text={text} required={required}>
        <div className="grid gap-4 sm:grid-cols-6">
          {names.map((name) => {
            const { width }: EntryFieldSpec = ENTRY_FIELDS[name]
            return (
              <div key={name} className={`min-w-0 ${width ? widths[width] : 'col-span-full'}`}>
                <EntryControl name={name} {...props} />
                <FieldLaunches name={name} className="mt-1.5" />
              </div>
            )
          })}
          {After && <After />}
        </div>
      </FieldGroup>
    )
  })
