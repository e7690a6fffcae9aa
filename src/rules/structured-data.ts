import type { Product } from '#src/contract/catalog.ts'
import { brand } from './brand.ts'
import { productDescription } from './meta-description.ts'
import { paths, productPath } from './paths.ts'
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
    { name: 'Home', item: toUrl(paths.home) },
    { name: 'Shop', item: toUrl(paths.shop) },
    { name: product.title, item: url },
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
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: steps.map((step, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        ...step,
      })),
    },
  ]
}
