import { atom, computed, onMount } from 'nanostores'
import { findPincode, parsePincode } from '#src/rules/account/pincode.ts'
import { deliveryMessages } from '#src/rules/messages/delivery.ts'
import { $user } from './session.ts'
import { defineKey, readItem, removeItem, setItem } from './storage.ts'

/** The days for a pincode, as texts. */
export interface Delivery {
  pincode: string
  /** E.g. `Tue, 24 Nov – Thu, 26 Nov`. Empty if the table could not be loaded. */
  range: string
  /** The same for an engraved, stamped or embroidered piece. */
  personalisedRange: string
}

/** The pincode that the shopper gave in this session, in the check or with an address. */
const $entered = atom<string | null>(null)

/** The pincode of the default address. */
const $known = computed($user, findPincode)

const $pincode = computed([$entered, $known], (input, known) => input ?? known)

/** The delivery to the pincode of the shopper; null without a pincode. */
export const $delivery = atom<Delivery | null>(null)

/** The sentence on the days; undefined while they are not known. */
export function formatDelivery(
  delivery: Delivery | null,
  personalised: boolean,
): string | undefined {
  const days = personalised ? delivery?.personalisedRange : delivery?.range
  return delivery && days ? deliveryMessages.pincode.range(days, delivery.pincode) : undefined
}

/** The pincode of this tab's session. */
const PINCODE_KEY = defineKey('kairavi-pincode', 'tab')

const isPincode = (value: unknown): value is string =>
  typeof value === 'string' && parsePincode(value) === value

onMount($delivery, () => {
  $entered.set(readItem(PINCODE_KEY, isPincode) ?? null)
  const update = (pincode: string | null): void => {
    if (pincode)
      void createDelivery(pincode).then((delivery) => {
        if (pincode === $pincode.get()) $delivery.set(delivery)
      })
    else $delivery.set(null)
  }
  // The days of a tab that was in the background may have passed.
  const handleShown = () => document.hidden || update($pincode.get())
  const unsubscribe = $pincode.subscribe(update)
  globalThis.document?.addEventListener('visibilitychange', handleShown)
  return () => {
    unsubscribe()
    globalThis.document?.removeEventListener('visibilitychange', handleShown)
  }
})

/**
 * Sets the pincode for the session. The pincode of the default address is not kept, so that a later change of
 * the address counts. The table of pincodes is loaded on first use.
 * @returns false if no such pincode exists; nothing is set then.
 */
export async function setPincode(pincode: string): Promise<boolean> {
  if (!(await createDelivery(pincode))) return false
  const isKnown = pincode === $known.get()
  if (isKnown) removeItem(PINCODE_KEY)
  else setItem(PINCODE_KEY, pincode)
  $entered.set(isKnown ? null : pincode)
  return true
}

/** The days without delivery of the facts, which src/layouts/ShopLayout.astro writes into the page. */
const readClosedDays = (): string[] =>
  globalThis.document?.getElementById('main')?.dataset['closedDays']?.split(' ') ?? []

async function createDelivery(pincode: string): Promise<Delivery | null> {
  try {
    const { estimateDelivery, formatDeliveryRange } = await import('#src/rules/account/delivery.ts')
    const now = Date.now()
    const closedDays = readClosedDays()
    const estimate = estimateDelivery(pincode, now, { closedDays })
    const personalised = estimateDelivery(pincode, now, { closedDays, personalised: true })
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
