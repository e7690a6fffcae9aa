import type {
  BreadcrumbList,
  CollectionPage,
  FAQPage,
  MerchantReturnPolicy,
  Offer,
  OfferShippingDetails,
  Organization,
  ProductGroup,
  Product as SchemaProduct,
  SearchAction,
  WebSite,
  WithActionConstraints,
  WithContext,
} from 'schema-dts'
import type { Product } from '#src/contract/catalog.ts'
import type { Facts } from '#src/contract/content.ts'
import type { RichText } from '#src/contract/content-values.ts'
import { brand } from '#src/rules/brand.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import { type ListingPage, listingHeading, NO_FILTERS } from '#src/rules/listing/listing.ts'
import { reviewMessages } from '#src/rules/messages/reviews.ts'
import { paths, productPath, shopPagePath } from '#src/rules/paths.ts'
import type { Attribute } from '#src/rules/product/attributes.ts'
import { findReadableRating } from '#src/rules/product/reviews.ts'
import { toPlainText } from './plain-text.ts'
import { policyFigures } from './policies.ts'
import { type OfferFacts, toProductFacts } from './product-facts.ts'

// The types come from schema.org. Complete examples are in tests/unit/rules/expected.

const toOrganizationId = (site: URL | undefined): string => new URL('/#organization', site).href

export const toFaqStructuredData = (
  questions: { question: string; answer: RichText }[],
): WithContext<FAQPage> => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: toPlainText(answer) },
  })),
})

/** Describes the shop as schema.org Organization and WebSite. */
export function getSiteStructuredData(
  site: URL | undefined,
  facts: Facts,
): [WithContext<Organization>, WithContext<WebSite>] {
  const toUrl = (path: string) => new URL(path, site).href
  const { street, city, state, pincode } = facts.address
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': toOrganizationId(site),
      name: brand.name,
      slogan: brand.tagline,
      url: toUrl(paths.home),
      logo: toUrl('/apple-touch-icon.png'),
      email: facts.contact.email,
      telephone: facts.contact.phone,
      address: {
        '@type': 'PostalAddress',
        streetAddress: street,
        addressLocality: city,
        addressRegion: state,
        postalCode: pincode,
        addressCountry: 'IN',
      },
      hasMerchantReturnPolicy: toReturnPolicy(facts),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: brand.name,
      url: toUrl(paths.home),
      inLanguage: 'en-IN',
      publisher: { '@id': toOrganizationId(site) },
      potentialAction: toSearchAction(site),
    },
  ]
}

const toSearchAction = (site: URL | undefined): WithActionConstraints<SearchAction> => ({
  '@type': 'SearchAction',
  target: `${new URL(paths.shop, site).href}?search={search_term_string}`,
  'query-input': 'required name=search_term_string',
})

const toDays = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue' as const,
  minValue,
  maxValue,
  unitCode: 'DAY',
})

const toReturnPolicy = ({ returns }: Facts): MerchantReturnPolicy => ({
  '@type': 'MerchantReturnPolicy',
  '@id': '#returns',
  applicableCountry: 'IN',
  returnPolicyCountry: 'IN',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: returns.returnDays,
  returnMethod: 'https://schema.org/ReturnByMail',
  ...(returns.returnFee === 0
    ? { returnFees: 'https://schema.org/FreeReturn' as const }
    : {
        returnFees: 'https://schema.org/ReturnShippingFees' as const,
        returnShippingFeesAmount: {
          '@type': 'MonetaryAmount' as const,
          value: returns.returnFee,
          currency: 'INR',
        },
      }),
})

const SHIPPING_DETAILS: OfferShippingDetails = {
  '@type': 'OfferShippingDetails',
  '@id': '#shipping',
  shippingRate: {
    '@type': 'MonetaryAmount',
    value: policyFigures.delivery.fee,
    currency: 'INR',
  },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
  deliveryTime: {
    '@type': 'ShippingDeliveryTime',
    handlingTime: toDays(0, 1),
    transitTime: toDays(policyFigures.delivery.min, policyFigures.delivery.max),
  },
}

/** Lists the nodes that the offers of a product page refer to: seller, delivery and returns. */
const listOfferReferences = (site: URL | undefined, facts: Facts) => [
  {
    '@context': 'https://schema.org' as const,
    '@type': 'Organization' as const,
    '@id': toOrganizationId(site),
    name: brand.name,
    url: new URL(paths.home, site).href,
  },
  { '@context': 'https://schema.org' as const, ...SHIPPING_DETAILS },
  { '@context': 'https://schema.org' as const, ...toReturnPolicy(facts) },
]

/** Returns the end of the year after the product's last change. A page must not depend on the current time. */
const toPriceValidUntil = ({ updatedAt }: Product): string =>
  `${new Date(updatedAt).getUTCFullYear() + 1}-12-31`

const toOffer = (product: Product, facts: OfferFacts, seller: string): Offer => ({
  '@type': 'Offer',
  url: facts.url,
  priceCurrency: 'INR',
  price: facts.price,
  priceValidUntil: toPriceValidUntil(product),
  availability: `https://schema.org/${facts.isAvailable ? 'InStock' : 'OutOfStock'}`,
  itemCondition: 'https://schema.org/NewCondition',
  seller: { '@id': seller },
  shippingDetails: { '@id': '#shipping' },
  hasMerchantReturnPolicy: { '@id': '#returns' },
})

const toNumbers = ({ sku, barcode }: Pick<OfferFacts, 'sku' | 'barcode'>) => ({
  sku,
  ...(barcode === undefined ? {} : { gtin: barcode }),
})

/** Converts attributes to schema.org properties; others become additional properties. */
function toProperties(attributes: Attribute[]) {
  const others = attributes.filter(({ field }) => !field)
  return {
    ...Object.fromEntries(
      attributes.flatMap(({ field, value }) => (field ? [[field.schemaOrg, value]] : [])),
    ),
    ...(others.length > 0 && {
      additionalProperty: others.map(({ name, value }) => ({
        '@type': 'PropertyValue' as const,
        name,
        value,
      })),
    }),
  }
}

/** Lists the properties that `toProperties` gives the variants, without duplicates. */
const listVaryingProperties = (attributes: Attribute[]): string[] => [
  ...new Set(
    attributes.map(({ field }) => `https://schema.org/${field?.schemaOrg ?? 'additionalProperty'}`),
  ),
]

/** Includes only reviews of the page, never a card's default (docs/decisions/product.md#ratings). */
function toReviews(product: Product) {
  const readable = findReadableRating(product)
  if (!readable) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating' as const,
      ratingValue: readable.rating,
      bestRating: 5,
      reviewCount: readable.reviewCount,
    },
    review: product.newestReviews.map(({ stars, title, text, author, date }) => ({
      '@type': 'Review' as const,
      reviewRating: { '@type': 'Rating' as const, ratingValue: stars },
      name: title,
      reviewBody: text,
      datePublished: date.slice(0, 10),
      author: { '@type': 'Person' as const, name: author || reviewMessages.reviews.anonymous },
    })),
  }
}

/**
 * Describes a product page. A product without options is a Product with an offer. A product with options is a
 * ProductGroup with an offer per variant. A BreadcrumbList and the nodes that offers refer to follow.
 */
export function toProductStructuredData(
  product: Product,
  site: URL | undefined,
  shop: Facts,
  facts = toProductFacts(product, site),
) {
  const { description, category, url } = facts
  const image = facts.images.map((picture) => picture.url)
  const seller = toOrganizationId(site)
  const shared = {
    '@context': 'https://schema.org',
    name: facts.title,
    description,
    category,
    url,
    image,
    brand: { '@type': 'Brand', name: facts.brand },
    ...toProperties(facts.attributes),
    ...toReviews(product),
  } as const
  const [first] = facts.variants
  const main: WithContext<SchemaProduct> | WithContext<ProductGroup> = first
    ? {
        ...shared,
        '@type': 'ProductGroup',
        productGroupID: facts.id,
        variesBy: listVaryingProperties(first.attributes),
        hasVariant: facts.variants.map(({ title, attributes, images, ...own }) => ({
          '@type': 'Product',
          ...toNumbers(own),
          name: title,
          description,
          image: images.slice(0, 1).map((picture) => picture.url),
          offers: toOffer(product, { ...own, images }, seller),
          ...toProperties(attributes),
        })),
      }
    : {
        ...shared,
        '@type': 'Product',
        ...toNumbers(facts),
        offers: toOffer(product, facts, seller),
      }
  const steps = [
    { name: 'Home', path: paths.home },
    { name: 'Shop', path: paths.shop },
    { name: product.title, path: productPath(product.slug) },
  ]
  return [main, toBreadcrumbList(steps, site), ...listOfferReferences(site, shop)]
}

const toBreadcrumbList = (
  steps: { name: string; path: string }[],
  site: URL | undefined,
): WithContext<BreadcrumbList> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: new URL(path, site).href,
  })),
})

/** Describes a listing page as schema.org CollectionPage with ItemList, and BreadcrumbList. */
export function toListingStructuredData(
  { items, page, category, pageTotal, names }: ListingPage,
  site: URL | undefined,
): [WithContext<CollectionPage>, WithContext<BreadcrumbList>] {
  const isAll = category === NO_FILTERS.category
  const path = shopPagePath(page, isAll ? undefined : category)
  const name = listingHeading({ ...NO_FILTERS, category }, names)
  const list = { items, page, total: pageTotal, name, path }
  return toCollectionStructuredData(isAll ? list : { ...list, isPart: true }, site)
}

/**
 * Describes a page of a product list.
 * @param list `isPart` adds a breadcrumb for a part of the shop.
 */
export function toCollectionStructuredData(
  list: {
    items: { slug: string }[]
    page: number
    total: number
    name: string
    path: string
    isPart?: boolean
  },
  site: URL | undefined,
): [WithContext<CollectionPage>, WithContext<BreadcrumbList>] {
  const { items, page, total, name, path, isPart = false } = list
  const start = (page - 1) * LISTING_PAGE_SIZE
  const steps = [
    { name: 'Home', path: paths.home },
    { name: 'Shop', path: paths.shop },
  ]
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name,
      url: new URL(path, site).href,
      publisher: { '@id': toOrganizationId(site) },
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: total,
        itemListElement: items.map(({ slug }, index) => ({
          '@type': 'ListItem',
          position: start + index + 1,
          url: new URL(productPath(slug), site).href,
        })),
      },
    },
    toBreadcrumbList(isPart ? [...steps, { name, path }] : steps, site),
  ]
}
