import { MAX_CART_LINES } from '../constants.ts'

/**
 * Texts of the listing, the product fallback, cart, wishlist and checkout, which no other page shows;
 * those of spec §8 verbatim. Ships to browsers.
 */
export const pageMessages = {
  /** Below what could not be loaded. */
  retryHint: 'Please try again in a moment.',
  products: {
    fetchFailed: 'Something went wrong while fetching products.',
    httpError: (status: number) => `HTTP error! status: ${status}`,
    loadFailed: 'Failed to load product.',
    notFound: 'Product not found.',
    noneInCategory: 'No products found for this category.',
    filtersFailed: 'The filters could not be loaded. Please try again.',
    loading: 'Loading products...',
    loadingProduct: 'Loading product details...',
    detailsComing: 'Details coming soon...',
  },
  cartPage: {
    loading: 'Loading your cart...',
    notFound: 'This item is not in your cart.',
    full: `Your cart can hold at most ${MAX_CART_LINES} different pieces.`,
    /** Opens the choice of a piece that does not come in the stored one any more. */
    chooseAgain: 'Choose again',
    taxIncluded: 'The total includes 5% tax.',
    shippingFree: 'Shipping is free, worldwide.',
  },
  wishlistPage: {
    loading: 'Loading your wishlist...',
    notFound: 'This item is not in your wishlist.',
  },
  wishlistShare: {
    failed: 'This did not work just now. Please try again in a moment.',
    ended: 'Your wishlist is private again.',
    unknown: 'This wishlist is private, or the link is not complete.',
  },
  checkout: {
    loading: 'Loading your order...',
    noAddress: 'Address not provided',
    courierHint: 'For the courier, who rings before the delivery.',
    /** A method that the total no longer allows was chosen. */
    methodReplaced: (former: string, method: string) =>
      `${former} is not possible for this total any more. ${method} is chosen now.`,
    noUser: 'User details not found',
    addressMissing: 'Add an address before you pay.',
    emailUnverified: 'Verify your email address before you pay.',
    panInvalid: 'Enter a PAN such as ABCDE1234F.',
  },
  stockAlert: {
    signIn: 'Please log in, so that we know where to write to.',
    failed: 'This did not work just now. Please try again in a moment.',
    set: 'We will write to you when it returns.',
    inStock: 'This piece is in stock.',
    ended: 'You will receive no more mails about sold-out pieces.',
    unknownLink: 'This link was used already, or is not complete.',
  },
  payment: { notIntegrated: 'Payment integration will go here.' },
} as const
