import { CARRIERS } from '#src/contract/values.ts'
import { defineKey, readItem, setItem } from '#src/stores/storage.ts'

/** The carrier that took the last parcel from this device. */
const LAST_CARRIER = defineKey('kairavi-studio-carrier', 'until logout')

const isText = (value: unknown): value is string => typeof value === 'string'

export const readLastCarrier = (): string => readItem(LAST_CARRIER, isText) ?? ''

export const keepLastCarrier = (carrier: string): void => setItem(LAST_CARRIER, carrier)

/** The `list` of a field for a carrier. */
export const CARRIER_LIST = 'order-carriers'

/** Suggestions for a field for a carrier. */
export const CarrierOptions = () => (
  <datalist id={CARRIER_LIST}>
    {CARRIERS.map((known) => (
      <option key={known} value={known} />
    ))}
  </datalist>
)
