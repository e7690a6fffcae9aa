import { MAX_QUANTITY } from './constants.ts'
import { shopMessages } from './messages/shop.ts'

/** Why a line of the cart can hold no more pieces, in the shopper's words (decisions, stock). */
export function stockLimitMessage(stock: number): string {
  if (stock < 1) return shopMessages.stock.soldOut
  return stock < MAX_QUANTITY ? shopMessages.stock.lowStock(stock) : shopMessages.stock.maxQuantity
}
