import type { Product } from '#src/contract/catalog.ts'
import { brand } from './brand.ts'
import { paths, productPath } from './paths.ts'
import { largestUrl } from './pictures.ts'

/** What a search result says of a product, at most 160 characters. */
export function productDescription({ title, subtitle, tagline }: Product): string {
  const text = [subtitle, tagline].filter(Boolean).join('. ') || `${title} by ${brand.name}`
  return text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text
}

const offerOf = (product: Product, url: string, seller: string): object => ({
  '@type': 'Offer',
  url,
  priceCurrency: 'INR',
  price: product.price.toFixed(2),
  availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
  itemCondition: 'https://schema.org/NewCondition',
  seller: { '@id': seller },
})

/** Only what the catalogue knows: a card's default rating is no rating (decisions). */
const ratingOf = ({ rating, reviewCount }: Product): object =>
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

/** Product, Offer and BreadcrumbList of a product page in schema.org terms. */
export function toProductStructuredData(product: Product, site: URL | undefined): object[] {
  const at = (path: string) => new URL(path, site).href
  const url = at(productPath(product.slug))
  const steps = [
    { name: 'Home', item: at(paths.home) },
    { name: 'Shop', item: at(paths.shop) },
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
      image: product.pictures.map((picture) => at(largestUrl(picture))),
      brand: { '@type': 'Brand', name: brand.name },
      offers: offerOf(product, url, at('/#organization')),
      ...ratingOf(product),
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
