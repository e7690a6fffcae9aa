import type { ListingItem, Product } from '#src/contract/catalog.ts'
import { toListingItem } from '#src/rules/listing/listing-item.ts'

/** A complete product for tests. */
export const product: Product = {
  id: 'id-1',
  slug: 'moon-ring',
  title: 'Moon ring',
  subtitle: 'A ring of pale gold',
  tagline: 'Worn at night',
  category: 'jewelry',
  images: ['/api/media/a/960.webp', '/api/media/b/960.webp'],
  pictures: [
    { base: '/api/media/a', width: 960, height: 1200, alt: 'Ring', placeholder: '' },
    { base: '/api/media/b', width: 300, height: 375, alt: 'Box', placeholder: '' },
  ],
  price: 999.5,
  originalPrice: 1_200,
  discountPercent: 17,
  rating: 4.5,
  reviewCount: 2,
  ratingCounts: [0, 0, 0, 1, 1],
  newestReviews: [
    {
      id: 'review-2',
      stars: 5,
      title: 'Moonlit',
      text: 'It glows.\n\nAlso by day.',
      author: 'Mira',
      date: '2026-03-02T20:00:00.000Z',
      isVerifiedPurchase: true,
    },
    {
      id: 'review-1',
      stars: 4,
      title: 'Small',
      text: 'Order a size up.',
      author: '',
      date: '2026-02-01T06:30:00.000Z',
      isVerifiedPurchase: false,
    },
  ],
  availability: 'In stock',
  stock: 4,
  offers: [],
  highlights: [],
  description: [],
  technicalDetails: {},
  relatedProducts: [],
  variant: { Colour: 'Pale gold' },
  options: [{ name: 'Size', values: ['12', '14'] }],
  countryOfOrigin: 'India',
  publishedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

/** One with variants of its own. */
export const band: Product = {
  ...product,
  id: 'id-3',
  slug: 'moon-band',
  title: 'Moon band',
  stock: 3,
  variant: { Metal: 'Gold' },
  options: [
    { name: 'Size', values: ['S', 'M', 'L'] },
    { name: 'Colour', values: ['Ivory', 'Black'] },
  ],
  variants: [
    { choice: { Size: 'S', Colour: 'Ivory' }, stock: 2, sku: 'MR-S', picture: 1 },
    { choice: { Size: 'M', Colour: 'Ivory' }, stock: 0, barcode: '4006381333931' },
    { choice: { Size: 'M', Colour: 'Black' }, stock: 1, price: 1_500, originalPrice: 2_000 },
  ],
}

const { rating: _, reviews: __, ...unrated } = toListingItem(product)

/** An item without reviews and choices; `overrides` replaces its fields. */
export const createListingItem = (overrides: Partial<ListingItem>): ListingItem => ({
  ...unrated,
  id: 'id',
  slug: 'slug',
  title: 'Sitara Petite Seconde',
  price: 1_000,
  actualPrice: 1_000,
  images: [],
  pictures: [],
  category: 'watches',
  tagline: '',
  variant: {},
  options: [],
  stock: 1,
  publishedAt: '2026-01-01T00:00:00Z',
  ...overrides,
})
