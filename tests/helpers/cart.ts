import { type CartItem, cartResponse } from '#src/contract/cart.ts'
import type { ApiClient } from '#tools/api-client.ts'

/** The lines of the cart, the newest last. */
export const getCart = async (user: ApiClient): Promise<CartItem[]> =>
  cartResponse.parse((await user.get('/cart')).body).cart
