import { atom, onMount } from 'nanostores'
import { parsePincode } from '#src/rules/pincode.ts'
import { PINCODE_KEY, readItem, setItem } from './storage.ts'

/** The days for the pincode of this session, as texts. */
export interface Delivery {
  pincode: string
  /** E.g. `Tue, 24 Nov – Thu, 26 Nov`. Empty where the table could not be loaded. */
  range: string
  /** The same for an engraved, stamped or embroidered piece. */
  personalisedRange: string
}

/** The delivery to the pincode that the shopper gave in this session; null before. */
export const $delivery = atom<Delivery | null>(null)

const isPincode = (value: unknown): value is string =>
  typeof value === 'string' && parsePincode(value) === value

onMount($delivery, () => {
  const pincode = readItem(PINCODE_KEY, isPincode)
  if (pincode) void setPincode(pincode)
})

/**
 * Computes the delivery to a pincode and keeps the pincode for the session. The table of pincodes is
 * loaded on first use.
 * @returns false where no such pincode exists; nothing is kept then.
 */
export async function setPincode(pincode: string): Promise<boolean> {
  const delivery = await createDelivery(pincode)
  if (!delivery) return false
  setItem(PINCODE_KEY, pincode)
  $delivery.set(delivery)
  return true
}

async function createDelivery(pincode: string): Promise<Delivery | null> {
  try {
    const { estimateDelivery, formatDeliveryRange } = await import('#src/rules/delivery.ts')
    const now = Date.now()
    const estimate = estimateDelivery(pincode, now)
    const personalised = estimateDelivery(pincode, now, { personalised: true })
    return (
      estimate &&
      personalised && {
        pincode,
        range: formatDeliveryRange(estimate),
        personalisedRange: formatDeliveryRange(personalised),
      }
    )
  } catch {
    return { pincode, range: '', personalisedRange: '' }
  }
}
