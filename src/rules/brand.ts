/** The one brand of the shop (docs/decisions/product.md#brand). */
export const brand = {
  name: 'Kairavi',
  tagline: 'Luxury, made in moonlight',
  description:
    'Watches, jewellery, perfumes, bags and clothing from an Indian house of light. Made slowly, delivered everywhere.',
  country: 'India',
  /** Categories in the footer, in the order of spec §1. */
  categories: [
    'watches',
    'perfumes',
    'sunglasses',
    'bags',
    'clothing',
    'jewelry',
    'shoes',
    'accessories',
  ],
  /** Placeholder links in the footer (spec §1). */
  social: ['Instagram', 'Pinterest', 'YouTube'],
} as const
