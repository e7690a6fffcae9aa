import type { Product } from '#src/contract/catalog.ts'
import { brand } from './brand.ts'
import { LISTING_PAGE_SIZE } from './constants.ts'
import { type ListingPage, listingHeading, NO_FILTERS } from './listing.ts'
import { paths, productPath, shopPagePath } from './paths.ts'
import { policyFigures } from './policies.ts'
import { type ProductFacts, toProductFacts, type VariantFacts } from './product-facts.ts'

/** The shop as schema.org Organization and WebSite. */
export function getSiteStructuredData(site: URL | undefined): object[] {
  const toUrl = (path: string) => new URL(path, site).href
  const { street, city, state, pincode } = brand.address
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': toUrl('/#organization'),
      name: brand.name,
      slogan: brand.tagline,
      url: toUrl(paths.home),
      logo: toUrl('/apple-touch-icon.png'),
      email: brand.email,
      telephone: brand.phone,
      address: {
        '@type': 'PostalAddress',
        streetAddress: street,
        addressLocality: city,
        addressRegion: state,
        postalCode: pincode,
        addressCountry: 'IN',
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: brand.name,
      url: toUrl(paths.home),
      inLanguage: 'en-IN',
      publisher: { '@id': toUrl('/#organization') },
      potentialAction: {
        '@type': 'SearchAction',
        target: `${toUrl(paths.shop)}?search={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

const toDays = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue',
  ...{ minValue, maxValue, unitCode: 'DAY' },
})

/** Delivery and returns, which the offers of a page refer to. */
const POLICIES: object[] = [
  {
    '@context': 'https://schema.org',
    '@type': 'OfferShippingDetails',
    '@id': '#shipping',
    shippingRate: {
      '@type': 'MonetaryAmount',
      ...{ value: policyFigures.delivery.fee, currency: 'INR' },
    },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: toDays(0, 1),
      transitTime: toDays(policyFigures.delivery.min, policyFigures.delivery.max),
    },
  },
  {
    '@context': 'https://schema.org',
    '@type': 'MerchantReturnPolicy',
    '@id': '#returns',
    applicableCountry: 'IN',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: policyFigures.returns.window,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/FreeReturn',
  },
]

/** The end of the year after the product's last change: a page never says what time it is. */
const toPriceValidUntil = ({ updatedAt }: Product): string =>
  `${new Date(updatedAt).getUTCFullYear() + 1}-12-31`

const toOffer = (product: Product, facts: ProductFacts, seller: string): object => ({
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

/** Options that schema.org has a property for; others are in the name. */
const OPTION_PROPERTIES: Record<string, string> = {
  Size: 'size',
  Colour: 'color',
  Material: 'material',
}

const toProperties = (variant: VariantFacts['chosen']): object =>
  Object.fromEntries(
    Object.entries(variant).flatMap(([name, value]) => {
      const property = OPTION_PROPERTIES[name]
      return property ? [[property, value]] : []
    }),
  )

/** A product without a choice has an offer; one with a choice is a group, each variant with its own. */
function toOffers(product: Product, facts: ProductFacts, seller: string): object {
  const offers = toOffer(product, facts, seller)
  const [first] = facts.variants
  if (!first) return { '@type': 'Product', sku: facts.id, offers }
  return {
    '@type': 'ProductGroup',
    productGroupID: facts.id,
    variesBy: Object.keys(first.chosen).map(
      (name) => `https://schema.org/${OPTION_PROPERTIES[name] ?? name}`,
    ),
    hasVariant: facts.variants.map(({ id, title, chosen }) => ({
      '@type': 'Product',
      ...{ sku: id, name: title, ...toProperties(chosen), offers },
    })),
  }
}

/** Ratings of the catalogue only, never a card's default (docs/decisions/product.md#card-defaults). */
const toRating = ({ rating, reviewCount }: Product): object =>
  rating === undefined || reviewCount === 0
    ? {}
    : {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating,
          bestRating: 5,
          reviewCount,
        },
      }

/** A product page as schema.org Product or ProductGroup, with offers, and BreadcrumbList. */
export function toProductStructuredData(product: Product, site: URL | undefined): object[] {
  const toUrl = (path: string) => new URL(path, site).href
  const facts = toProductFacts(product, site)
  const steps = [
    { name: 'Home', path: paths.home },
    { name: 'Shop', path: paths.shop },
    { name: product.title, path: productPath(product.slug) },
  ]
  return [
    {
      '@context': 'https://schema.org',
      ...toOffers(product, facts, toUrl('/#organization')),
      name: facts.title,
      description: facts.description,
      category: facts.category,
      image: facts.images.map(({ url }) => url),
      brand: { '@type': 'Brand', name: facts.brand },
      ...toRating(product),
    },
    toBreadcrumbList(steps, site),
    ...POLICIES,
  ]
}

const toBreadcrumbList = (steps: { name: string; path: string }[], site: URL | undefined) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: new URL(path, site).href,
  })),
})

/** A page of the listing as schema.org CollectionPage with its ItemList, and BreadcrumbList. */
export function toListingStructuredData(
  { items, page, category, pageTotal }: ListingPage,
  site: URL | undefined,
): object[] {
  const isAll = category === NO_FILTERS.category
  const path = shopPagePath(page, isAll ? undefined : category)
  const name = listingHeading({ ...NO_FILTERS, category })
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
      publisher: { '@id': new URL('/#organization', site).href },
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: pageTotal,
        itemListElement: items.map(({ slug }, index) => ({
          '@type': 'ListItem',
          position: start + index + 1,
          url: new URL(productPath(slug), site).href,
        })),
      },
    },
    toBreadcrumbList(isAll ? steps : [...steps, { name, path }], site),
  ]
}
