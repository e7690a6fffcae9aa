import type { RETURN_REASONS, STAFF_CANCEL_REASONS } from '#src/contract/values.ts'

type Reason = (typeof STAFF_CANCEL_REASONS)[number] | (typeof RETURN_REASONS)[number]

/** Reasons for which the pieces are missing or cannot be sold. */
const UNSALEABLE = new Set<string>([
  'A piece is out of stock',
  'A piece was damaged before dispatch',
  'The parcel was lost',
  'It arrived damaged',
] satisfies Reason[])

/** How many pieces of a line go on the shelf unless the packer says otherwise. */
export const presetShelved = (
  { personalised, count }: { personalised: boolean; count: number },
  reason: string,
): number => (personalised || UNSALEABLE.has(reason) ? 0 : count)
