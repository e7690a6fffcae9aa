/** Texts of the checkout; texts of spec §8 are verbatim. Ships to browsers. */
export const checkoutMessages = {
  checkout: {
    loading: 'Loading your order...',
    noAddress: 'Address not provided',
    courierHint: 'For the courier, who rings before the delivery.',
    /** A method that the total no longer allows was chosen. */
    methodReplaced: (former: string, method: string) =>
      `${former} is not possible for this total any more. ${method} is chosen now.`,
    addressMissing: 'Add an address before you pay.',
    addressUnsaved: 'Save the new address, or cancel it, before you pay.',
    emailUnverified: 'Verify your email address before you pay.',
    panInvalid: 'Enter a PAN such as ABCPE1234F.',
  },
  payment: { notIntegrated: 'Payment integration will go here.' },
} as const
