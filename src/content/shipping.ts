import { deliveryTable, policyTexts } from '#src/channels/policies.ts'
import { type TextSection, toTextPage } from './text-section.ts'

const reach = `Write to {email} or call {phone}, {hours}.`

/** Sections of the page on delivery and returns. */
const sections: TextSection[] = [
  {
    title: 'What delivery costs',
    paragraphs: [
      `${policyTexts.deliveryFee} ${policyTexts.deliveryCountries} ${policyTexts.insured}`,
    ],
  },
  {
    title: 'How long it takes',
    paragraphs: [
      `${policyTexts.deliveryTime} ${policyTexts.deliveryByPincode}`,
      `${policyTexts.dispatch} ${policyTexts.deliveryDays} ${policyTexts.personalisation}`,
    ],
    table: [['To', 'From dispatch'], ...deliveryTable.map(({ where, time }) => [where, time])],
  },
  {
    title: 'When it arrives',
    paragraphs: [
      'We write when your parcel leaves, and again when it has arrived. Pieces of high value are handed over against a signature and a document with your name; nobody needs to be at home for the others, if you tell us where to leave them.',
      policyTexts.damaged,
    ],
  },
  { title: 'Other countries', paragraphs: ['{deliveryAbroad}'] },
  {
    title: 'Returns',
    paragraphs: [
      `${policyTexts.returnWindow} ${policyTexts.returnChoice}`,
      `${policyTexts.collection} ${policyTexts.refund}`,
      policyTexts.notReturnable,
    ],
  },
  {
    title: 'How to return a piece',
    list: [
      `Tell us which piece and why. ${reach}{orderSteps}`,
      'Put it back into its box with its cards and tags; we send a label and a sealed bag.',
      'Hand it to the courier and keep the receipt. The parcel is insured on its way back, too.',
      'We inspect the piece, and write to you when we have received it.',
    ],
  },
  {
    title: 'Another size',
    paragraphs: [
      `${policyTexts.exchangeWindow} ${policyTexts.resizing}`,
      `${reach} Our page on sizes has tables in millimetres and a sizer to print.`,
    ],
  },
  { title: 'Cancelling an order', paragraphs: [`${policyTexts.cancellation}{orderSteps}`] },
  { title: 'Gifts', paragraphs: [`${policyTexts.gifts} ${policyTexts.giftReturns}`] },
  { title: 'Warranty', paragraphs: [policyTexts.warranty] },
  {
    title: 'If something went wrong',
    paragraphs: [
      `${reach} ${policyTexts.grievance} Write to {grievanceOfficer} at {grievanceEmail}.`,
    ],
  },
]

export const shippingPage = toTextPage(
  {
    label: 'Shipping & Returns',
    title: 'From our door to yours, and back',
    lead: 'Free delivery, easy returns, and a person to ask.',
    seoTitle: 'Shipping & Returns',
    description:
      'What delivery costs, how long it takes, and how to return or exchange a piece: the policies of {name}.',
  },
  sections,
)
