/** Texts of the cart page; those of spec §8 verbatim. Ships to browsers. */
export const cartPageMessages = {
  cartPage: {
    loading: 'Loading your cart...',
    /** Opens the choice of a piece that does not come in the stored one any more. */
    chooseAgain: 'Choose again',
    taxIncluded: 'The total includes 5% tax.',
    shippingFree: 'Shipping is free, worldwide.',
  },
} as const
