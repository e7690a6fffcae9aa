import type { Product } from '#src/contract/catalog.ts'

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
  reviewCount: 8,
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
