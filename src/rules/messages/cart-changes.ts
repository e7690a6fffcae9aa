import { MAX_QUANTITY } from '../constants.ts'

/** Texts of cart and checkout about what has changed. Ships to their browsers. */
export const cartChangeMessages = {
  /** Heads the list of changes since the shopper last saw the cart. */
  changed: 'Something has changed since you last saw your cart:',
  change: {
    price: (was: string, is: string) => `was ${was}, is ${is}.`,
    soldOut: 'was available, is sold out. It is not in the total.',
    notOffered: 'no longer available. Choose again. It is not in the total.',
    fewer: (was: number, is: number) => `you wanted ${was}, only ${is} left.`,
    limit: (was: number, is: number) =>
      `you wanted ${was}, you can have ${is}: at most ${MAX_QUANTITY} of one piece.`,
    available: 'is available again.',
    trait: (name: string, was: string, is: string) => `${name} was ${was}, is ${is}.`,
    withdrawn: 'is no longer sold. It has left your cart.',
  },
  /** Why the payment waits. */
  blocked: (title: string) => `${title} cannot be bought as it is. Change or remove it first.`,
  notCounted: 'Not in the total',
  /** A quantity that is left. */
  take: (quantity: number) => `Take ${quantity}`,
  /** A way back from the checkout. */
  review: 'Change it in your cart',
  asSoldNow: 'Take it as it is sold now',
} as const
