import type { Payout } from '#src/contract/orders.ts'
import type { ServerEnv } from '../../core/env.ts'
import { seal, unseal } from '../../core/seal.ts'
import type { OrderRow } from './tables.ts'

const HIDDEN = '••••'

export const sealPayout = (key: string, payout: Payout): string => seal(key, JSON.stringify(payout))

function unsealPayout(key: string | undefined, sealed: string): Payout | undefined {
  if (!key || !sealed) return undefined
  try {
    return JSON.parse(unseal(key, sealed)) as Payout
  } catch {
    // It was sealed with an earlier key: the shopper can enter it again.
    return undefined
  }
}

/** Where the cash of an order is paid back; '' without an entry. @param isMasked whether most of it is hidden. */
export function formatPayout(
  { PAN_KEY }: Pick<ServerEnv, 'PAN_KEY'>,
  { sealed_payout }: Pick<OrderRow, 'sealed_payout'>,
  isMasked: boolean,
): string {
  const payout = unsealPayout(PAN_KEY, sealed_payout)
  if (!payout) return ''
  if (payout.kind === 'upi') {
    const [name = '', bank = ''] = payout.upi.split('@')
    return `UPI ${isMasked ? `${name.slice(0, 2)}${HIDDEN}` : name}@${bank}`
  }
  const { holder, account, ifsc } = payout
  return isMasked
    ? `account ${HIDDEN}${account.slice(-4)}, IFSC ${ifsc}`
    : `${holder}, account ${account}, IFSC ${ifsc}`
}
