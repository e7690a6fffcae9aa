import type { Product } from '#src/contract/catalog.ts'
import { brand } from './brand.ts'
import { LISTING_PAGE_SIZE } from './constants.ts'
import { type ListingPage, listingHeading, NO_FILTERS } from './listing.ts'
import { productDescription } from './meta-description.ts'
import { paths, productPath, shopPagePath } from './paths.ts'
import { largestUrl } from './pictures.ts'

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

const toOffer = (product: Product, url: string, seller: string): object => ({
  '@type': 'Offer',
  url,
  priceCurrency: 'INR',
  price: product.price.toFixed(2),
  availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
  itemCondition: 'https://schema.org/NewCondition',
  seller: { '@id': seller },
})

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

/** A product page as schema.org Product, with its Offer, and BreadcrumbList. */
export function toProductStructuredData(product: Product, site: URL | undefined): object[] {
  const toUrl = (path: string) => new URL(path, site).href
  const url = toUrl(productPath(product.slug))
  const steps = [
    { name: 'Home', path: paths.home },
    { name: 'Shop', path: paths.shop },
    { name: product.title, path: productPath(product.slug) },
  ]
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.title,
      description: productDescription(product),
      sku: product.id,
      category: product.category,
      image: product.pictures.map((picture) => toUrl(largestUrl(picture))),
      brand: { '@type': 'Brand', name: brand.name },
      offers: toOffer(product, url, toUrl('/#organization')),
      ...toRating(product),
    },
    toBreadcrumbList(steps, site),
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
