/** Texts of the cart page; texts of spec §8 are verbatim. Ships to browsers. */
export const cartPageMessages = {
  cartPage: {
    loading: 'Loading your cart...',
    /** Opens the choice of a piece that no longer comes in the stored one. */
    chooseAgain: 'Choose again',
    shippingFree: 'Shipping is free.',
  },
} as const
