import type { OrderDetail, OrderLine } from '#src/contract/orders.ts'
import type { ReturnState } from '#src/contract/values.ts'
import { formatVariant } from '../cart-line.ts'
import { formatDay, toIndianDay } from '../dates.ts'

/** E.g. "2 pieces". */
export function countPieces(lines: readonly { quantity: number }[]): string {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? 'one piece' : `${count} pieces`
}

/** @param word before the day. @returns '' without a day. */
const formatDue = (word: 'by' | 'on', dueOn: string | null): string =>
  dueOn === null ? '' : ` ${word} ${formatDay(dueOn)}`

type Exchange = Pick<NonNullable<OrderDetail['returns'][number]['exchange']>, 'state' | 'variant'>

/** Whether a return is, or was, an exchange. One whose new pieces are kept no longer goes on as a return. */
export const isExchange = ({
  state,
  exchange,
}: {
  state: ReturnState
  exchange: Pick<Exchange, 'state'> | null
}): boolean =>
  exchange !== null &&
  (exchange.state !== 'cancelled' || state === 'refused' || state === 'withdrawn')

/** How a return stands and what follows, as its shopper reads it on the page of the order and in its mails. */
export function describeReturn({
  state,
  lines,
  answer,
  dueOn,
  exchange,
}: {
  state: ReturnState
  lines: readonly { quantity: number }[]
  answer: string
  dueOn: string | null
  exchange: Exchange | null
}): string {
  const isExchanged = isExchange({ state, exchange })
  const request = `${isExchanged ? 'exchange' : 'return'} of ${countPieces(lines)}`
  const choice = isExchanged ? formatVariant(exchange?.variant ?? {}) : ''
  const wanted = choice && ` for ${choice}`
  const sentences: Record<ReturnState, string> = {
    requested: `Your ${request}${wanted} has been requested. We will write to you with our answer${formatDue('by', dueOn)}.`,
    accepted: `Your ${request}${wanted} is accepted. The courier comes to collect it${formatDue('on', dueOn)}.`,
    refused: `We could not accept your ${request}${wanted}. Reason: ${answer}.`,
    received: `Your ${request}${wanted} has reached us.${dueOn === null ? '' : ` We send your money${formatDue('by', dueOn)}.`}`,
    withdrawn: `You have withdrawn your ${request}${wanted}.`,
  }
  return sentences[state]
}

type Return = Pick<OrderDetail['returns'][number], 'state' | 'lines' | 'dueOn' | 'exchange'>

/** Returns how the pieces of a line stand, as the shopper reads it beside them: one sentence for each group of pieces. */
export function describePieces(
  {
    position,
    cancelled,
    returned,
    returnable,
  }: Pick<OrderLine, 'position' | 'cancelled' | 'returned' | 'returnable'>,
  { returns, returnBefore }: { returns: readonly Return[]; returnBefore: string | null },
): string[] {
  /** The pieces of the line in returns of a state, by their kind and the day on which something is due. */
  const inState = (state: ReturnState) => {
    const found = returns.filter((request) => request.state === state)
    const toName = (request: Return) => (isExchange(request) ? 'Exchange' : 'Return')
    const groups = Map.groupBy(found, (request) => `${toName(request)} ${request.dueOn}`)
    return [...groups.values()].flatMap((requests) => {
      const lines = requests.flatMap((request) => request.lines)
      const own = lines.filter((line) => line.position === position)
      const quantity = own.reduce((sum, line) => sum + line.quantity, 0)
      const [first] = requests
      return first && quantity > 0 ? [{ name: toName(first), dueOn: first.dueOn, quantity }] : []
    })
  }
  return [
    ...(cancelled > 0 ? [`Cancelled: ${cancelled}`] : []),
    ...(returned > 0 ? [`Returned: ${returned}`] : []),
    ...inState('requested').map(
      ({ name, quantity, dueOn }) =>
        `${name} requested: ${quantity}${dueOn === null ? '' : `. Our answer comes${formatDue('by', dueOn)}`}`,
    ),
    ...inState('accepted').map(
      ({ name, quantity, dueOn }) =>
        `${name} accepted: ${quantity}${dueOn === null ? '' : `. The courier comes${formatDue('on', dueOn)}`}`,
    ),
    ...(returnable > 0 && returnBefore
      ? [`Can be returned: ${returnable}, until ${formatDay(toIndianDay(returnBefore))}`]
      : []),
  ]
}
