import { MAX_QUANTITY } from '../constants.ts'

/** Texts about cart, wishlist and stock on any page; texts of spec §8 are verbatim. Ships to browsers. */
export const shopMessages = {
  /** For a part of a page whose script was not loaded. */
  notLoaded: 'This could not be loaded. Please reload the page.',
  cart: {
    add: 'Add to Cart',
    adding: 'Adding...',
    added: 'Added to cart',
    view: 'View cart',
    /** Stands before the reason why no further pieces can be added. */
    inCart: 'It is in your cart already.',
    restored: 'Back in your cart.',
    addErrors: {
      signIn: 'Please log in to add items to your cart.',
      rejected: 'Failed to add to cart',
      failed: 'Something went wrong while adding to cart',
    },
    updated: 'Cart updated successfully',
    rowUpdated: 'Cart updated',
    updateErrors: {
      signIn: 'Please log in to update your cart.',
      rejected: 'Failed to update cart',
      failed: 'Something went wrong while updating cart',
    },
    removed: 'Item removed from cart.',
    savedForLater: 'Saved to your wishlist.',
    removeErrors: {
      signIn: 'Please log in to manage your cart.',
      rejected: 'Failed to remove item',
      failed: 'Something went wrong while removing item',
    },
    fetchRejected: 'Failed to fetch cart',
    fetchFailed: 'Something went wrong while fetching your cart',
    fetchFailedToast: 'Unable to load cart',
  },
  wishlist: {
    /** The name of a heart button. */
    heart: (title: string, added: boolean) =>
      `${added ? 'Remove from' : 'Add to'} wishlist: ${title}`,
    fetchFailed: 'Failed to fetch wishlist',
    signInToView: 'Please log in to view your wishlist',
    addErrors: {
      signIn: 'Please log in to add items to your wishlist',
      rejected: 'Failed to add to wishlist',
      failed: 'Something went wrong while adding to wishlist',
    },
    removeErrors: {
      signIn: 'Please log in to manage your wishlist',
      rejected: 'Failed to remove from wishlist',
      failed: 'Something went wrong while removing item',
    },
    added: 'Added to wishlist 💖',
    removed: 'Removed from wishlist 💔',
  },
  session: {
    fetchRejected: 'Failed to fetch user details',
    /** The answer has neither a name nor an email. */
    noDetails: 'User details not found',
  },
  logout: { failed: 'Logout failed' },
  stock: {
    lowStock: (stock: number) => `Only ${stock} left.`,
    soldOut: 'Sold out',
    /** Asks for a mail. */
    alert: 'Tell me when it returns',
    /** The state of a choice that the product does not come in. */
    notOffered: 'Not available',
    /** The state of a stored choice that the current options do not have. */
    choiceGone: 'No longer available. Choose again.',
    inStock: 'In stock',
    maxQuantity: `You can have at most ${MAX_QUANTITY} of one piece.`,
  },
  noReviews: 'No reviews yet',
  taxNote: '+ 5% tax at checkout',
  preview: {
    running: 'Preview backend running in this workspace.',
    disconnected: 'Preview backend disconnected.',
  },
} as const
