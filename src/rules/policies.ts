import { brand } from './brand.ts'
import {
  DISPATCH_CUTOFF_HOUR,
  MAX_QUANTITY,
  PERSONALISATION_DAYS,
  TAX_PERCENT,
} from './constants.ts'
import { DELIVERY_ZONES } from './delivery.ts'

// What the shop promises about delivery, returns, exchange and gifts: figures, and the sentences that
// texts quote. No page states a figure of its own (tests/unit/site/policies.test.ts).

const { city, near, mainland, remote, islands } = DELIVERY_ZONES

/** Figures of the policies, in days unless the name says otherwise. */
export const policyFigures = {
  delivery: {
    /** Rupees for delivery to any country; there is no minimum order (spec §9). */
    fee: 0,
    /** Working days to most of India (spec §9: "2–4 days"). */
    min: near.min,
    max: mainland.max,
    /** Working days to other countries. */
    abroadMin: 6,
    abroadMax: 12,
    /** Working days that engraving, stamping or embroidery adds. */
    personalisation: PERSONALISATION_DAYS,
  },
  returns: {
    /** From delivery (spec §9: "7-day return policy"). */
    window: 7,
    /** Rupees that a return costs. */
    fee: 0,
    /** Until the piece is collected, in working days. */
    collection: 2,
    /** Until the money is sent back, in working days after the piece has arrived. */
    refund: 5,
  },
  exchange: {
    /** One exchange for another size, from delivery. */
    window: 30,
    /** The first resizing of a ring, from delivery. */
    resizing: 60,
  },
  /** Consumer Protection (E-Commerce) Rules 2020, rule 4(5). */
  grievance: { acknowledgeHours: 48, redressDays: 30 },
  /** Until a letter of a possible partner is answered. */
  partner: { answer: 10 },
} as const

const { delivery, returns, exchange, grievance } = policyFigures

const days = ({ min, max }: { min: number; max: number }) => `${min} to ${max} working days`

/** Sentences about the policies, each complete in itself. */
export const policyTexts = {
  deliveryFee:
    'Delivery is free of charge to every country that we can reach, whatever the order is worth. There is no minimum.',
  deliveryTime: `Most pieces are with you in ${delivery.min} to ${delivery.max} days within India.`,
  deliveryDays: 'Sundays do not count as working days.',
  deliveryByPincode: 'Enter your pincode on the page of a piece to see the days for your address.',
  dispatch: `An order placed before ${DISPATCH_CUTOFF_HOUR - 12} pm leaves our workshop in ${brand.address.city} the same working day; a later one leaves on the next.`,
  personalisation: `Engraving, stamping and embroidery add ${delivery.personalisation} working days.`,
  abroad: `To other countries a parcel takes ${delivery.abroadMin} to ${delivery.abroadMax} working days. Import duty, where a country asks for it, is paid by the recipient.`,
  insured: 'Every parcel is insured to its full value until it is handed over.',
  tax: `Prices are shown before tax. Checkout adds ${TAX_PERCENT}% of the subtotal and shows it on a line of its own.`,
  returnWindow: `You may return a piece within ${returns.window} days of delivery if it is unworn, unaltered and in its box.`,
  returnChoice: `${returns.fee > 0 ? `A return costs ₹${returns.fee}` : 'Returns are free'}: we collect the piece, and replace it or give back what you paid, as you prefer.`,
  collection: `We collect within ${returns.collection} working days of your message.`,
  refund: `A refund is sent within ${returns.refund} working days of the piece reaching us, to the account or card that paid; cash on delivery is refunded by bank transfer.`,
  notReturnable:
    'Perfumes whose seal is broken, pieces personalised for you and pieces made to your measure can be returned only if they are faulty.',
  exchangeWindow: `If the size is not right, we exchange an unworn piece once for another size within ${exchange.window} days of delivery, free of charge both ways.`,
  resizing: `The first resizing of a ring is free of charge within ${exchange.resizing} days of delivery, where its making allows it.`,
  damaged: `If a parcel arrives damaged or with the wrong piece, tell us within ${returns.window} days; we replace it or refund you in full, and no rule on returns stands in the way.`,
  cancellation:
    'You may cancel an order free of charge until it leaves our workshop. We do the same only where a piece turns out to be unavailable or its price was plainly wrong, and then refund you in full.',
  gifts:
    'Gift wrapping and a handwritten card are free of charge on every piece. No prices are enclosed with a gift.',
  giftReturns:
    'The recipient of a gift may exchange it within the same time as the buyer; a refund goes to the buyer.',
  warranty:
    'A warranty is named on the page of its piece. It covers faults of material and making, and not accidents, alterations by others or ordinary wear. Your rights under the law stand beside it.',
  workshop: 'The card in the box names the workshop that made the piece.',
  genuine: 'We sell only what is made for us or by us.',
  quantity: `You may order up to ${MAX_QUANTITY} of one piece, and never more than we have in stock.`,
  payment:
    'You can pay online by card, UPI or net banking, or in cash on delivery. You see the whole total before you choose.',
  grievance: `A complaint is acknowledged within ${grievance.acknowledgeHours} hours and settled within ${grievance.redressDays} days.`,
} as const

/** Delivery times by place, for tables. */
export const deliveryTable: { where: string; time: string }[] = [
  ...[city, near, mainland, remote, islands].map((zone) => ({
    where: zone.where,
    time: days(zone),
  })),
  {
    where: 'Other countries',
    time: days({ min: delivery.abroadMin, max: delivery.abroadMax }),
  },
]

/** Short promises of the product page, the footer and the descriptions of pages. */
export const policyNotes = {
  returns: `Easy ${returns.window}-day return & replacement policy`,
  returnsShort: `${returns.window} days to change your mind`,
} as const
