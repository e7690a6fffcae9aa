import { brand } from '#src/rules/brand.ts'

const { street, city, state, pincode, country } = brand.address

/** The terms of sale and use, clause by clause. */
export const clauses: { title: string; paragraphs: string[] }[] = [
  {
    title: 'Who we are',
    paragraphs: [
      `This shop is run by ${brand.name}, ${street}, ${city}, ${state} ${pincode}, ${country}. When these terms say "we" they mean the house; when they say "you" they mean the person who uses the shop or orders from it.`,
    ],
  },
  {
    title: 'Your account',
    paragraphs: [
      'An account is free and yours alone. Keep its password to yourself, and tell us at once if somebody else may have it. What you tell us about yourself should be true, because we write it on parcels.',
      'You may look at your data, take it with you and close your account at any time from your profile. We may close an account that is used to harm others or the shop.',
    ],
  },
  {
    title: 'Prices and tax',
    paragraphs: [
      'Prices are in Indian rupees and are shown before tax. Checkout adds 5% of the subtotal as tax and shows it on its own line, together with the total. We do not charge for shipping.',
      'We take care with every price. Should one be plainly wrong, we tell you before anything is charged, and you may withdraw.',
    ],
  },
  {
    title: 'Ordering',
    paragraphs: [
      'Putting a piece into the cart does not reserve it. An order is an offer to buy; it becomes a contract when we confirm it. You may order up to ten of one piece, and never more than we have in stock.',
    ],
  },
  {
    title: 'Delivery',
    paragraphs: [
      'We deliver free of charge, with no minimum. The delivery times on this site are estimates, which we meet nearly always; where we cannot, we write to you. The risk passes to you when the parcel does.',
    ],
  },
  {
    title: 'Returns and replacement',
    paragraphs: [
      'You may return a piece within 7 days of delivery if it is unworn, unaltered and in its box. We collect it at our cost and replace it or give back what you paid. Perfumes that have been opened and pieces engraved for you can be returned only if they are faulty.',
    ],
  },
  {
    title: 'Warranty',
    paragraphs: [
      'Each piece carries the warranty named on its page. It covers faults of material and making. It does not cover accidents, alterations by others or ordinary wear. Your rights under the law are not touched by it.',
    ],
  },
  {
    title: 'Your data',
    paragraphs: [
      'We keep what an account and an order need and nothing beyond it. We count page views without cookies and without knowing who you are, and not at all when your browser asks us not to. We sell data to nobody.',
    ],
  },
  {
    title: 'Pictures and words',
    paragraphs: [
      'The photographs, drawings and texts of this shop belong to the house. You may share a link to them; please ask before you print them.',
    ],
  },
  {
    title: 'Law',
    paragraphs: [
      `These terms follow the law of India. The courts of ${city} decide where we cannot agree, unless the law gives you a nearer one.`,
    ],
  },
]
