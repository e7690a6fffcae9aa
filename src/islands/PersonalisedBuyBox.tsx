import type { ComponentProps } from 'react'
import { BuyBox } from './BuyBox.tsx'
import { OfferTextFields } from './product/OfferTextFields.tsx'

/** The BuyBox of a piece that can be engraved, stamped or embroidered; other pages do not load it. */
export const PersonalisedBuyBox = (props: Omit<ComponentProps<typeof BuyBox>, 'TextFields'>) => (
  <BuyBox {...props} TextFields={OfferTextFields} />
)
