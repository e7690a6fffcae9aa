import { policyTexts } from '#src/channels/policies.ts'
import { type TextSection, toTextPage } from './text-section.ts'

/** Terms of sale and use, clause by clause. */
const sections: TextSection[] = [
  {
    title: 'Who we are',
    paragraphs: [
      'This shop is run by {seller}, {sellerAddress}. When these terms say "we" they mean the house; when they say "you" they mean the person who uses the shop or orders from it.',
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
      `Prices are in Indian rupees. ${policyTexts.tax} ${policyTexts.deliveryFee} ${policyTexts.deliveryCountries}`,
      'We take care with every price. Should one be plainly wrong, we tell you before anything is charged, and you may withdraw.',
    ],
  },
  {
    title: 'Ordering',
    paragraphs: [
      `Putting a piece into the cart does not reserve it. An order is an offer to buy; it becomes a contract when we confirm it. ${policyTexts.quantity}{orderSteps}`,
      policyTexts.cancellation,
      policyTexts.payment,
    ],
  },
  {
    title: 'Delivery',
    paragraphs: [
      `${policyTexts.deliveryTime} ${policyTexts.dispatch} ${policyTexts.deliveryDays} {deliveryAbroad}`,
      `The delivery times on this site are estimates; where we cannot meet one, we write to you. ${policyTexts.insured} The risk passes to you when the parcel does.`,
    ],
  },
  {
    title: 'Returns and exchange',
    paragraphs: [
      `${policyTexts.returnWindow} ${policyTexts.returnChoice} ${policyTexts.refund}`,
      `${policyTexts.exchangeWindow} ${policyTexts.resizing}`,
      policyTexts.notReturnable,
      policyTexts.damaged,
    ],
  },
  {
    title: 'Warranty',
    paragraphs: [policyTexts.warranty],
  },
  {
    title: 'Your data',
    paragraphs: [
      'We keep what an account and an order need and nothing beyond it. We count page views without cookies and without knowing who you are, and not at all when your browser asks us not to. We sell data to nobody. The page on privacy says it in full.',
    ],
  },
  {
    title: 'Pictures and words',
    paragraphs: [
      'The photographs, drawings and texts of this shop belong to the house. You may share a link to them; please ask before you print them.',
    ],
  },
  {
    title: 'Complaints',
    paragraphs: [
      `Write to {grievanceOfficer} at {grievanceEmail}. ${policyTexts.grievance} You may also turn to the National Consumer Helpline.`,
    ],
  },
  {
    title: 'Law',
    paragraphs: [
      `These terms follow the law of India. The courts of {city} decide where we cannot agree, unless the law gives you a nearer one.`,
    ],
  },
]

export const termsPage = toTextPage(
  {
    label: 'Terms',
    title: 'What we promise, and what we ask',
    lead: 'Written to be read. If a sentence is not clear, that is our fault: please tell us.',
    seoTitle: 'Terms',
    description:
      'The terms on which {name} sells: prices, tax, delivery, returns, warranty and your data, in plain words.',
  },
  sections,
)
