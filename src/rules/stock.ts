import { MAX_QUANTITY } from './constants.ts'
import { messages } from './messages.ts'

/** Why a line of the cart can hold no more pieces, in the shopper's words (decisions, stock). */
export function whyNoMore(stock: number): string {
  if (stock < 1) return messages.stock.soldOut
  return stock < MAX_QUANTITY ? messages.stock.left(stock) : messages.stock.most
}
