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
 * The texts of spec §8, verbatim, and those beside them that several places use. For the server and
 * tests: browser code imports the part it needs, so that no page carries the others.
 */
export const messages = {
  ...shopMessages,
  ...deliveryMessages,
  retryHint,
  products: productMessages,
  ...cartPageMessages,
  /** The server alone says them: no page carries them. */
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
