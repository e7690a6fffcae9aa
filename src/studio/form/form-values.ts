import type { Focus, Offer, OfferField, Picture } from '#src/contract/catalog.ts'
import type { CatalogueEntry } from '#src/contract/entry.ts'
import { MAX_SLUG_LENGTH } from '#src/contract/values.ts'
import { fromLocalInput, toLocalInput } from '../time.ts'

/** A picture of the form; what it looks like is not part of the entry. */
export interface PictureValue {
  file: string
  alt: string
  focus: Focus | undefined
  /** Undefined while the upload is pending. */
  picture: Picture | undefined
}

/** An offer; `fieldName` is '' where the shopper gives no text. */
export interface OfferValue {
  icon: string
  title: string
  detail: string
  fieldName: string
  fieldLetters: string
  fieldLength: string
}

export const EMPTY_OFFER: OfferValue = {
  icon: 'gift',
  title: '',
  detail: '',
  fieldName: '',
  fieldLetters: 'text',
  fieldLength: '20',
}

const toOfferValue = ({ icon, title, detail, field }: Offer): OfferValue => ({
  ...EMPTY_OFFER,
  icon,
  title,
  detail,
  ...(field && {
    fieldName: field.name,
    fieldLetters: field.letters,
    fieldLength: String(field.maxLength),
  }),
})

/** The contract checks what the texts of the form become. */
const toOffer = (value: OfferValue): Offer => ({
  icon: value.icon as Offer['icon'],
  title: value.title.trim(),
  detail: value.detail.trim(),
  ...(value.fieldName && {
    field: {
      name: value.fieldName as OfferField['name'],
      letters: value.fieldLetters as OfferField['letters'],
      maxLength: Number(value.fieldLength),
    },
  }),
})

/** What the fields of the form hold: numbers are texts, and lists have a row for each element. */
export interface FormValues {
  title: string
  slug: string
  subtitle: string
  tagline: string
  category: string
  countryOfOrigin: string
  /** `datetime-local` in IST, and the instant that it was made from, which has seconds. */
  publishedAt: string
  publishedInstant: string
  price: string
  listPrice: string
  stock: string
  rating: string
  reviewCount: string
  /** `values` has one choice a line; `initial` is the one that a card adds. */
  options: { name: string; values: string; initial: string }[]
  /** Fixed traits of the variant, which are not chosen. */
  traits: { name: string; value: string }[]
  highlights: { text: string }[]
  description: { title: string; content: string }[]
  technicalDetails: { name: string; value: string }[]
  offers: OfferValue[]
  warrantyDuration: string
  warrantyType: string
  related: { slug: string }[]
  pictures: PictureValue[]
}

const numberText = (value: number | undefined): string => (value === undefined ? '' : String(value))

export function toFormValues(entry: CatalogueEntry, pictures: Picture[]): FormValues {
  const optionNames = new Set(entry.options.map(({ name }) => name))
  const toRows = (record: Record<string, string>) =>
    Object.entries(record).map(([name, value]) => ({ name, value }))
  return {
    title: entry.title,
    slug: entry.slug,
    subtitle: entry.subtitle,
    tagline: entry.tagline,
    category: entry.category,
    countryOfOrigin: entry.countryOfOrigin,
    publishedAt: toLocalInput(entry.publishedAt),
    publishedInstant: entry.publishedAt,
    price: numberText(entry.price),
    listPrice: numberText(entry.listPrice),
    stock: numberText(entry.stock),
    rating: numberText(entry.rating),
    reviewCount: numberText(entry.reviewCount),
    options: entry.options.map(({ name, values }) => ({
      name,
      values: values.join('\n'),
      initial: entry.variant[name] ?? '',
    })),
    traits: toRows(entry.variant).filter(({ name }) => !optionNames.has(name)),
    highlights: entry.highlights.map((text) => ({ text })),
    description: entry.description.map((section) => ({ ...section })),
    technicalDetails: toRows(entry.technicalDetails),
    offers: entry.offers.map(toOfferValue),
    warrantyDuration: entry.warranty.duration,
    warrantyType: entry.warranty.type,
    related: entry.related.map((slug) => ({ slug })),
    pictures: entry.pictures.map(({ file, alt, focus }, index) => ({
      file,
      alt,
      focus,
      picture: pictures[index],
    })),
  }
}

/** A new product: the lists that need an element have an empty one. */
export const createEmptyValues = (now: Date): FormValues => ({
  title: '',
  slug: '',
  subtitle: '',
  tagline: '',
  category: '',
  countryOfOrigin: 'India',
  publishedAt: toLocalInput(now.toISOString()),
  publishedInstant: now.toISOString(),
  price: '',
  listPrice: '',
  stock: '',
  rating: '',
  reviewCount: '0',
  options: [],
  traits: [],
  highlights: [{ text: '' }],
  description: [{ title: 'Description', content: '' }],
  technicalDetails: [],
  offers: [],
  warrantyDuration: '',
  warrantyType: '',
  related: [],
  pictures: [],
})

/** An amount as editors write it, e.g. `₹1,25,000`; NaN for any other text. */
export const parseAmount = (text: string): number => {
  const digits = text.replaceAll(/[₹,\s]/g, '')
  return digits === '' ? Number.NaN : Number(digits)
}

const optionalAmount = (text: string): number | undefined =>
  text.trim() === '' ? undefined : parseAmount(text)

export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The instant of the date field; the one that it was made from while it is unchanged. */
function toInstant({ publishedAt, publishedInstant }: FormValues): string {
  if (toLocalInput(publishedInstant) === publishedAt) return publishedInstant
  return fromLocalInput(publishedAt) ?? publishedAt
}

const isBlankRow = (row: object): boolean =>
  Object.values(row).every((value) => typeof value !== 'string' || value.trim() === '')

/** Rows in which something stands, with their index in the form. */
const filledRows = <Row extends object>(rows: Row[]): [index: number, row: Row][] =>
  rows.flatMap((row, index): [number, Row][] => (isBlankRow(row) ? [] : [[index, row]]))

/** The entry that the form describes, which may have faults. Blank rows of lists are left out. */
export function toEntry(values: FormValues) {
  const rows = <Row extends object>(all: Row[]) => filledRows(all).map(([, row]) => row)
  const options = rows(values.options)
  const rating = optionalAmount(values.rating)
  const listPrice = optionalAmount(values.listPrice)
  return {
    slug: values.slug.trim(),
    title: values.title.trim(),
    subtitle: values.subtitle.trim(),
    category: values.category.trim(),
    tagline: values.tagline.trim(),
    price: parseAmount(values.price),
    ...(listPrice === undefined ? {} : { listPrice }),
    ...(rating === undefined ? {} : { rating }),
    reviewCount: parseAmount(values.reviewCount),
    stock: parseAmount(values.stock),
    options: options.map(({ name, values: choices }) => ({
      name: name.trim(),
      values: splitLines(choices),
    })),
    variant: Object.fromEntries([
      ...options.map(({ name, values: choices, initial }) => [
        name.trim(),
        initial.trim() || (splitLines(choices)[0] ?? ''),
      ]),
      ...rows(values.traits).map(({ name, value }) => [name.trim(), value.trim()]),
    ]) as Record<string, string>,
    highlights: rows(values.highlights).map(({ text }) => text.trim()),
    description: rows(values.description).map(({ title, content }) => ({
      title: title.trim(),
      content: content.trim(),
    })),
    technicalDetails: Object.fromEntries(
      rows(values.technicalDetails).map(({ name, value }) => [name.trim(), value.trim()]),
    ) as Record<string, string>,
    warranty: { duration: values.warrantyDuration.trim(), type: values.warrantyType.trim() },
    offers: rows(values.offers).map(toOffer),
    countryOfOrigin: values.countryOfOrigin.trim(),
    publishedAt: toInstant(values),
    related: rows(values.related).map(({ slug }) => slug),
    pictures: values.pictures.map(({ file, alt, focus }) => ({
      file,
      alt: alt.trim(),
      ...(focus ? { focus } : {}),
    })),
  }
}

/** For each list of the form: the index in the form of each element of the entry. */
export const toFormIndex = (
  values: FormValues,
  list: 'options' | 'highlights' | 'description' | 'offers' | 'related',
  index: number,
): number => filledRows<object>(values[list])[index]?.[0] ?? index

/** The slug of a title: lower-case words joined by hyphens, accents folded. */
export function slugify(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
  return words.slice(0, MAX_SLUG_LENGTH).replaceAll(/^-+|-+$/g, '')
}
