/** Texts of lists and products; texts of spec §8 are verbatim. Ships to browsers. */
export const productMessages = {
  fetchFailed: 'Something went wrong while fetching products.',
  httpError: (status: number) => `HTTP error! status: ${status}`,
  loadFailed: 'Failed to load product.',
  notFound: 'Product not found.',
  notMade: (words: readonly string[]) =>
    `We do not make ${words.join(' or ')}. These come closest.`,
  noneInCategory: 'No products found for this category.',
  filtersFailed: 'The filters could not be loaded. Please try again.',
  loading: 'Loading products...',
  loadingProduct: 'Loading product details...',
  detailsComing: 'Details coming soon...',
} as const
