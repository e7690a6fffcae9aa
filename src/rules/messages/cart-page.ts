import { MAX_CART_LINES } from '../constants.ts'

/** Texts of the cart page; those of spec §8 verbatim. Ships to browsers. */
export const cartPageMessages = {
  cartPage: {
    loading: 'Loading your cart...',
    notFound: 'This item is not in your cart.',
    full: `Your cart can hold at most ${MAX_CART_LINES} different pieces.`,
    /** Opens the choice of a piece that does not come in the stored one any more. */
    chooseAgain: 'Choose again',
    taxIncluded: 'The total includes 5% tax.',
    shippingFree: 'Shipping is free, worldwide.',
  },
} as const
