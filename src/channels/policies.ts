import { ACKNOWLEDGE_HOURS, SETTLE_DAYS } from '#src/contract/values.ts'
import { DELIVERY_ZONES } from '#src/rules/account/delivery.ts'
import {
  DISPATCH_CUTOFF_HOUR,
  MAX_QUANTITY,
  PERSONALISATION_DAYS,
  TAX_PERCENT,
} from '#src/rules/constants.ts'

// Promises about delivery, returns, exchange and gifts: figures, and sentences for the default
// texts. Figures in braces come from the record `facts`, which editors change. Pages must not
// contain other figures (tests/unit/site/policies.test.ts).

const { city, near, mainland, remote, islands } = DELIVERY_ZONES

/** Figures that the code enforces, in days unless the name says otherwise. */
export const policyFigures = {
  delivery: {
    /** Rupees for delivery to any country. There is no minimum order (spec §9). */
    fee: 0,
    /** Working days to most of India (spec §9: "2–4 days"). */
    min: near.min,
    max: mainland.max,
    /** Additional working days for engraving, stamping or embroidery. */
    personalisation: PERSONALISATION_DAYS,
  },
  /** Consumer Protection (E-Commerce) Rules 2020, rule 4(5). */
  grievance: { acknowledgeHours: ACKNOWLEDGE_HOURS, redressDays: SETTLE_DAYS },
} as const

const { delivery, grievance } = policyFigures

const days = ({ min, max }: { min: number; max: number }) => `${min} to ${max} working days`

/** Sentences about the policies. Each one is complete. */
export const policyTexts = {
  deliveryFee: 'Delivery is free of charge, whatever the order is worth. There is no minimum.',
  /** The token has the countries of DELIVERY_COUNTRIES. */
  deliveryCountries: 'We deliver in {deliveryCountries}.',
  deliveryTime: `Most pieces are with you in ${delivery.min} to ${delivery.max} days within India.`,
  deliveryDays: 'Sundays do not count as working days.',
  deliveryByPincode: 'Enter your pincode on the page of a piece to see the days for your address.',
  dispatch: `An order placed before ${DISPATCH_CUTOFF_HOUR - 12} pm leaves our workshop in {city} the same working day; a later one leaves on the next.`,
  personalisation: `Engraving, stamping and embroidery add ${delivery.personalisation} working days.`,
  insured: 'Every parcel is insured to its full value until it is handed over.',
  tax: `Prices are shown before tax. Checkout adds ${TAX_PERCENT}% of the subtotal and shows it on a line of its own.`,
  returnWindow: `You may return a piece within {returnDays} days of delivery if it is unworn, unaltered and in its box.`,
  returnChoice: `Returns are free: we collect the piece, and replace it or give back what you paid, as you prefer.`,
  returnsShort: '{returnDays} days to change your mind',
  collection: `We collect within {collectionDays} working days of your message.`,
  refund: `A refund is sent within {refundDays} working days of the piece reaching us, to the account or card that paid; cash on delivery is refunded to the account that you name.`,
  notReturnable:
    'Perfumes whose seal is broken, pieces personalised for you and pieces made to your measure can be returned only if they are faulty.',
  exchangeWindow: `If the size is not right, we exchange an unworn piece once for another size within {exchangeDays} days of delivery, free of charge both ways.`,
  resizing: `The first resizing of a ring is free of charge within {resizingDays} days of delivery, where its making allows it.`,
  damaged: `If a parcel arrives damaged or with the wrong piece, tell us within {returnDays} days; we replace it or refund you in full, and no rule on returns stands in the way.`,
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
  payment: 'You can pay {paymentMethods}. You see the whole total before you choose.',
  grievance: `A complaint is acknowledged within ${grievance.acknowledgeHours} hours and settled within ${grievance.redressDays} days.`,
} as const

/** Delivery times by place, for tables. */
export const deliveryTable: { where: string; time: string }[] = [
  city,
  near,
  mainland,
  remote,
  islands,
].map((zone) => ({ where: zone.where, time: days(zone) }))
