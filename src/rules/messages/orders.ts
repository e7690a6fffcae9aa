import type { PaymentMethod, PaymentState } from '#src/contract/values.ts'
import { MAX_QUANTITY } from '../constants.ts'

/** Texts of placing an order and of its page. Ships to their browsers if the shop takes orders. */
export const orderMessages = {
  place: {
    /** For an answer that cannot be read: the order may have been placed. */
    unknown:
      'We do not know yet whether your order is placed. Please press again: it is placed once, however often you press.',
    rejected: 'Your order could not be placed. Please try again in a moment.',
    conflict: 'Your order is not as you saw it. Nothing is placed yet:',
    goOn: (total: string) => `The total is ${total} now. Press again to place the order like this.`,
    placed: (number: string) => `Your order ${number} is placed.`,
    opensPayment: (number: string) =>
      `Your order ${number} is kept for you. The page on which you pay it opens.`,
    waitsForTransfer: (number: string) =>
      `Your order ${number} is kept for you. Its page has the account for your transfer.`,
    notFound: 'We could not look for the order that you placed. Your profile lists your orders.',
    looking: 'Looking for the order that you placed...',
    phoneMissing: 'Please enter a telephone number for the courier.',
    gstinInvalid: 'Please enter a GSTIN such as 08AABCK1234M1ZK, or leave it out.',
    methodMissing: 'No payment method can be chosen for this total.',
    askHowToPay: 'Ask us how to pay',
  },
  /** Why a method that the specification lists cannot be chosen. */
  methodOff: {
    razorpay: 'Not available now. Please choose Cash on Delivery.',
    cod: 'Not available now. Please pay online.',
    transfer: 'Not available now.',
  } satisfies Record<PaymentMethod, string>,
  /** The same if the total allows no other method. */
  noMethod: 'Not available now.',
  change: {
    price: (was: string, now: string) => `was ${was}, is ${now}.`,
    stock: (was: number, now: number) => `you wanted ${was}, only ${now} left.`,
    limit: (was: number, now: number) =>
      `you wanted ${was}, you can have ${now}: at most ${MAX_QUANTITY} of one piece.`,
    unavailable: 'cannot be bought any more.',
    quantity: (was: number, now: number) => `there were ${was} in your cart, now ${now}.`,
    added: 'was added to your cart elsewhere.',
    removed: 'was taken out of your cart elsewhere.',
  },
  page: {
    loading: 'Loading your order...',
    notFound: 'We know no order with this number in your account.',
    failed: 'Your order could not be loaded.',
    listFailed: 'Your earlier orders could not be loaded. Please try again in a moment.',
    failedHint: 'It is safe; it only could not be asked for just now.',
    stepFailed: 'This did not work just now. Please try again in a moment.',
    thanks: 'Thank you. Your order is placed.',
    thanksPending: 'Your order is kept for you. Please pay to place it.',
    transfer: 'Please transfer the total to this account, with this reference:',
  },
  exchange: {
    text: 'We keep the new piece for you. It leaves us once the other one is here. A lower price is refunded, and a higher one is to be paid then.',
    insteadOf: (piece: string) => `Instead of ${piece}`,
    instead: 'Instead',
    choiceMissing: 'Please choose what you would like instead.',
    samePiece: 'The same piece',
    soldOut: 'sold out',
    more: (amount: string) => `${amount} more`,
    less: (amount: string) => `${amount} less`,
    loading: 'Looking for what is there...',
    failed: 'What is there could not be loaded.',
    notSold: 'This piece is no longer sold. You can return it.',
  },
  method: {
    razorpay: 'Online payment',
    cod: 'Cash on Delivery',
    transfer: 'Bank transfer',
  } satisfies Record<PaymentMethod, string>,
  paidByReturn: 'Paid by what you sent back',
  payment: {
    none: 'to be paid to the courier',
    collected: 'paid in cash',
    pending: 'not paid yet',
    authorized: 'the payment is being confirmed',
    captured: 'paid',
    part_refunded: 'paid, partly refunded',
    refunded: 'refunded',
    failed: 'the payment did not succeed',
  } satisfies Record<PaymentState, string>,
} as const
