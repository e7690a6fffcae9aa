/** The one brand of the shop (docs/decisions/product.md#brand). Ships to browsers, so it has no further texts. */
export const brand = {
  name: 'Kairavi',
  tagline: 'Luxury, made in moonlight',
  country: 'India',
} as const

export const brandDescription =
  'Watches, jewellery, perfumes, bags and clothing from an Indian house of light. Made slowly, delivered free of charge.'

/** Categories in the footer, in the order of spec §1. */
export const brandCategories = [
  'watches',
  'perfumes',
  'sunglasses',
  'bags',
  'clothing',
  'jewelry',
  'shoes',
  'accessories',
] as const

/** Placeholder links in the footer (spec §1). */
export const socialNetworks = ['Instagram', 'Pinterest', 'YouTube'] as const
