/** Texts about a pincode and what arrives there. Ships to the browsers of pages with such a field. */
export const deliveryMessages = {
  pincode: {
    invalid: 'Enter a valid 6-digit pincode.',
    unknown: 'We do not know this pincode. Please check it.',
    fixed: 'Free delivery arrives by Tomorrow',
    estimate: 'Estimated delivery: 2–4 days',
    /** Takes the place of both once a pincode is known. */
    range: (range: string, pincode: string) => `Free delivery ${range} to ${pincode}`,
  },
} as const
