import { policyFigures, policyTexts } from '#src/channels/policies.ts'
import type { ProductTexts } from '#src/contract/content.ts'

export const productPage: ProductTexts = {
  promises: [
    { icon: 'shield', title: '100% Genuine', text: 'Made by us or for us, its workshop named' },
    { icon: 'lock', title: 'Secure Payment', text: 'You see the whole total before you pay' },
    { icon: 'truck', title: 'Fast Delivery', text: 'Insured, to your door, free of charge' },
    { icon: 'refresh', title: 'Easy Returns', text: policyTexts.returnsShort },
  ],
  returns: {
    title: 'Easy {returnDays}-day return & replacement policy',
    text: `${policyTexts.returnWindow} ${policyTexts.returnChoice}`,
    link: 'All about returns',
  },
  proof: {
    card: policyTexts.workshop,
    huid: 'HUID: six letters and digits.',
    report: 'Report number: nine digits, after LG for laboratory-grown stones.',
    link: 'How to check it',
  },
  worn: 'As worn',
  personalisation: `With our compliments. It adds ${policyFigures.delivery.personalisation} working days; a personalised piece can be returned only if it is faulty.`,
  reviews: { invitation: 'Do you own this piece? Tell others about it.' },
  advice: 'Ask someone who knows this piece:',
  missing: 'It may have found its owner, or the address may be mistyped.',
  headings: {
    offers: 'Offers',
    highlights: 'Key Highlights',
    details: 'Product Details',
    specifications: 'Technical Specifications',
    warranty: 'Warranty & Support',
    related: 'You May Also Like',
  },
}
