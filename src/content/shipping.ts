import { deliveryTable, policyTexts } from '#src/channels/policies.ts'
import { type TextSection, toTextPage } from './text-section.ts'

const reach = `Write to {email} or ring {phone}, {hours}.`

/** The sections of the page on delivery and returns. */
const sections: TextSection[] = [
  {
    title: 'What delivery costs',
    paragraphs: [`${policyTexts.deliveryFee} ${policyTexts.insured}`],
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
      'You receive a message when the parcel leaves and another on the morning that it comes. Pieces of high value are handed over against a signature and a document with your name; nobody needs to be at home for the others, if you tell us where to leave them.',
      policyTexts.damaged,
    ],
  },
  { title: 'Other countries', paragraphs: [policyTexts.abroad] },
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
      'We look the piece over and write to you on the day that it arrives.',
    ],
  },
  {
    title: 'Another size',
    paragraphs: [
      `${policyTexts.exchangeWindow} ${policyTexts.resizing} Our page on sizes has tables in millimetres and a sizer to print.`,
    ],
  },
  { title: 'Cancelling an order', paragraphs: [`${policyTexts.cancellation}{orderSteps}`] },
  { title: 'Gifts', paragraphs: [`${policyTexts.gifts} ${policyTexts.giftReturns}`] },
  { title: 'Warranty', paragraphs: [policyTexts.warranty] },
  {
    title: 'If something went wrong',
    paragraphs: [
      `${reach} ${policyTexts.grievance} The name of our Grievance Officer stands at the foot of every page.`,
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
