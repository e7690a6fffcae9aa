/** Texts of the wishlist and of its shared page; texts of spec §8 are verbatim. Ships to browsers. */
export const wishlistMessages = {
  wishlistPage: {
    loading: 'Loading your wishlist...',
    notFound: 'This item is not in your wishlist.',
  },
  wishlistShare: {
    failed: 'This did not work just now. Please try again in a moment.',
    ended: 'Your wishlist is private again.',
    unknown: 'This wishlist is private, or the link is not complete.',
  },
} as const
