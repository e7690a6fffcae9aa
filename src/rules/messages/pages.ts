/** Texts of the listing, the product fallback and the checkout; those of spec §8 verbatim. Ships to browsers. */
export const pageMessages = {
  products: {
    fetchFailed: 'Something went wrong while fetching products.',
    httpError: (status: number) => `HTTP error! status: ${status}`,
    loadFailed: 'Failed to load product.',
    notFound: 'Product not found.',
    noneInCategory: 'No products found for this category.',
    loading: 'Loading products...',
    loadingProduct: 'Loading product details...',
    detailsComing: 'Details coming soon...',
  },
  checkout: {
    loading: 'Loading your order...',
    empty: 'Your cart is empty',
    noAddress: 'Address not provided',
    noUser: 'User details not found',
  },
  payment: { notIntegrated: 'Payment integration will go here.' },
} as const
