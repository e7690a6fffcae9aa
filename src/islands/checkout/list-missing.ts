import type { Address, User } from '#src/contract/account.ts'
import { formatAddressLines } from '#src/rules/account/addresses.ts'
import { cartChangeMessages } from '#src/rules/messages/cart-changes.ts'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import type { CartLine } from '#src/stores/cart-lines.ts'

const { checkout } = checkoutMessages

interface Order {
  user: User | null
  address: Address | null
  /** Whether another address is typed and not saved. */
  isTyping: boolean
  /** The first line that cannot be bought. */
  blocking: Pick<CartLine, 'title'> | undefined
}

/** Lists the missing parts before the payment, a sentence each. */
export const listMissing = ({ user, address, isTyping, blocking }: Order): string[] =>
  [
    blocking && cartChangeMessages.blocked(blocking.title),
    (!address || formatAddressLines(address).length === 0) && checkout.addressMissing,
    user && user.addresses.length > 0 && isTyping && checkout.addressUnsaved,
    user && !user.isVerified && checkout.emailUnverified,
  ].filter((text) => typeof text === 'string')
