import { MAX_QUANTITY } from '../constants.ts'

/** Texts about cart, wishlist and stock on any page; those of spec §8 verbatim. Ships to browsers. */
export const shopMessages = {
  cart: {
    signInToAdd: 'Please log in to add items to your cart.',
    add: 'Add to Cart',
    adding: 'Adding...',
    added: 'Added to cart',
    view: 'View cart',
    addRejected: 'Failed to add to cart',
    addFailed: 'Something went wrong while adding to cart',
    signInToUpdate: 'Please log in to update your cart.',
    updated: 'Cart updated successfully',
    rowUpdated: 'Cart updated',
    updateRejected: 'Failed to update cart',
    updateFailed: 'Something went wrong while updating cart',
    signInToManage: 'Please log in to manage your cart.',
    removed: 'Item removed from cart.',
    removeRejected: 'Failed to remove item',
    removeFailed: 'Something went wrong while removing item',
    fetchRejected: 'Failed to fetch cart',
    fetchFailed: 'Something went wrong while fetching your cart',
    fetchFailedToast: 'Unable to load cart',
  },
  wishlist: {
    /** The name of a heart button. */
    heart: (title: string, added: boolean) =>
      `${added ? 'Remove from' : 'Add to'} wishlist: ${title}`,
    fetchFailed: 'Failed to fetch wishlist',
    addRejected: 'Failed to add to wishlist',
    removeRejected: 'Failed to remove from wishlist',
    addFailed: 'Something went wrong while adding to wishlist',
    removeFailed: 'Something went wrong while removing item',
    signInToManage: 'Please log in to manage your wishlist',
    signInToView: 'Please log in to view your wishlist',
    signInToAdd: 'Please log in to add items to your wishlist',
    added: 'Added to wishlist 💖',
    removed: 'Removed from wishlist 💔',
  },
  session: { fetchRejected: 'Failed to fetch user details' },
  logout: { failed: 'Logout failed' },
  pincode: {
    invalid: 'Enter a valid 6-digit pincode.',
    unknown: 'We do not know this pincode. Please check it.',
    estimate: 'Estimated delivery: 2–4 days',
    /** Takes the place of the estimate once a pincode is given. */
    range: (range: string, pincode: string) => `Free delivery ${range} to ${pincode}`,
  },
  stock: {
    lowStock: (stock: number) => `Only ${stock} left.`,
    soldOut: 'Sold out',
    inStock: 'In stock',
    maxQuantity: `You can have at most ${MAX_QUANTITY} of one piece.`,
    minQuantity: 'One piece is the least. Remove the item to take it out of your cart.',
  },
  taxNote: '+ 5% tax at checkout',
} as const
