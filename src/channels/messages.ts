import { MAX_CART_LINES } from '#src/rules/constants.ts'
import { contactMessages } from '#src/rules/contact.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { cartPageMessages } from '#src/rules/messages/cart-page.ts'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import { deliveryMessages } from '#src/rules/messages/delivery.ts'
import { retryHint } from '#src/rules/messages/pages.ts'
import { productMessages } from '#src/rules/messages/products.ts'
import { reviewMessages } from '#src/rules/messages/reviews.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { stockAlertMessages } from '#src/rules/messages/stock-alerts.ts'
import { wishlistMessages } from '#src/rules/messages/wishlist.ts'

/**
 * All texts of spec §8, verbatim, and other shared texts. For the server and tests only: browser
 * code imports the parts it needs, so that no page loads the others.
 */
export const messages = {
  ...shopMessages,
  ...deliveryMessages,
  retryHint,
  products: productMessages,
  ...cartPageMessages,
  /** Only the server uses these, so no page loads them. */
  cartErrors: {
    notFound: 'This item is not in your cart.',
    atLeastOne: 'One piece is the least. Remove the item to take it out of your cart.',
    full: `Your cart can hold at most ${MAX_CART_LINES} different pieces.`,
  },
  ...wishlistMessages,
  ...checkoutMessages,
  ...stockAlertMessages,
  ...accountMessages,
  ...contactMessages,
  ...reviewMessages,
} as const
