import { describe, expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { order, place } from '#tests/helpers/orders.ts'
import { test as base, payOrder, readOrder, watch } from '#tests/helpers/payment-test.ts'
import { type ApiClient, listMailsTo, PASSWORD } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

// What a shopper keeps of an order: its pieces, to order them again, and a link without an account.

const ring = toProductId('ring')
const ENGRAVING = { Engraving: 'Asha' }
const OFFER = {
  icon: 'spark' as const,
  title: 'Engraving',
  detail: 'Inside the band.',
  field: { name: 'Engraving' as const, letters: 'text' as const, maxLength: 12 },
}

const test = base.extend('shop', async ({ shop }) => {
  await addProducts(shop, { slug: 'ring', price: 500, stock: 3, offers: [OFFER] })
  return shop
})

const again = (client: ApiClient, number: string) => client.post(`/orders/${number}/again`)
const GIFT = { wrap: true, note: 'For Amma.' }

async function orderGift(client: ApiClient): Promise<string> {
  await client.post('/cart', { productId: ring, quantity: 2, variant: ENGRAVING })
  await client.put('/cart/gift', GIFT)
  await client.post('/cart', { productId: watch })
  const { body } = await place(client, { method: 'razorpay' })
  return body.order.number
}

describe('a cancelled order', () => {
  test('is bought again with engraving and gift card after it expired', async ({ shop, asha }) => {
    const number = await orderGift(asha)
    expect((await again(asha, number)).status).toBe(409)
    shop.advanceTime(16 * 60_000)
    await runOrderJob(shop.deps)
    expect((await readOrder(asha, number)).state).toBe('cancelled')
    expect(await again(asha, number)).toMatchObject({
      status: 200,
      body: { message: 'Your pieces are in your cart again.' },
    })
    expect(await getCart(asha)).toMatchObject([
      { productId: ring, quantity: 2, variant: ENGRAVING },
      { productId: watch, quantity: 1 },
    ])
    expect((await asha.get('/users/getUserProfile')).body.user.gift).toEqual(GIFT)
    expect((await place(asha, { method: 'razorpay' })).status).toBe(201)
  })

  test('names the pieces of which too few are left', async ({ shop, asha }) => {
    const number = await orderGift(asha)
    await asha.post(`/orders/${number}/cancel`, { reason: 'Another reason' })
    const { db } = shop.deps
    await db.updateTable('stock').set({ on_hand: 1 }).where('variant_id', '=', ring).execute()
    expect((await again(asha, number)).body.message).toMatch(
      /Not all of these are left: The ring\.$/,
    )
    expect(await getCart(asha)).toMatchObject([{ quantity: 1 }, { productId: watch }])
    await db.updateTable('stock').set({ on_hand: 0 }).execute()
    await db.deleteFrom('cart_item').execute()
    expect(await again(asha, number)).toMatchObject({
      status: 409,
      body: { message: 'None of these pieces can be bought now.' },
    })
    const eve = await shop.createSignedInUser()
    expect((await again(eve, number)).status).toBe(404)
  })
})

describe('the deletion of an account', () => {
  test('names what is open, and mails a link that works without it', async ({
    shop,
    provider,
    asha,
    editor,
    visitor,
  }) => {
    const open = await order(asha, watch)
    const { number: refunded } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${refunded}/cancel`, { reason: 'Another reason' })
    const done = await order(asha, watch)
    await asha.post(`/orders/${done}/cancel`, { reason: 'Another reason' })
    const { orders } = (await asha.get('/users/open-orders')).body
    expect(orders).toHaveLength(2)
    expect(orders).toEqual(
      expect.arrayContaining([
        { number: refunded, text: 'a refund of ₹1,050.00 is under way' },
        { number: open, text: 'Placed' },
      ]),
    )
    expect((await asha.delete('/users/account', { confirmation: PASSWORD })).status).toBe(200)
    const [mail] = await listMailsTo(shop, asha.email)
    expect(mail?.text).toContain(`${open}: Placed`)
    expect(mail?.text).not.toContain(done)
    const findLink = (text = '') =>
      new RegExp(`order\\?number=${open}#token=([\\w-]+)`).exec(text)?.[1] ?? ''
    const token = findLink(mail?.text)
    const read = (link: object) => visitor.post('/orders/linked', link)
    expect(await read({ number: open, token })).toMatchObject({
      status: 200,
      body: { order: { number: open, state: 'placed', steps: { cancel: { can: false } } } },
    })
    expect((await read({ number: refunded, token })).status).toBe(404)
    expect((await read({ number: open, token: token.slice(1) })).status).toBe(404)

    await editor.post(`/editor/orders/${open}/dispatch`, { carrier: 'By hand' })
    const sent = (await listMailsTo(shop, asha.email)).at(-1)
    expect(sent?.subject).toBe(`Your order ${open} is on its way`)
    expect((await read({ number: open, token: findLink(sent?.text) })).status).toBe(200)
    const hashes = await shop.deps.db.selectFrom('order_link').select('token_hash').execute()
    expect(hashes.map(({ token_hash }) => token_hash)).not.toContain(token)
  })

  test('keeps the address of an order while a return is open', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch)
    await editor.post(`/editor/orders/${number}/dispatch`, { carrier: 'By hand' })
    await editor.post(`/editor/orders/${number}/deliver`)
    await editor.post(`/editor/orders/${number}/collect`)
    const lines = [{ position: 0, quantity: 1 }]
    const { body } = await asha.post(`/orders/${number}/return`, {
      lines,
      reason: 'It does not fit',
    })
    expect((await asha.get('/users/open-orders')).body.orders).toEqual([
      { number, text: 'a return is under way' },
    ])
    await asha.delete('/users/account', { confirmation: PASSWORD })
    await runOrderJob(shop.deps)
    const readEmail = async () =>
      (await shop.deps.db.selectFrom('order').select('email').executeTakeFirstOrThrow()).email
    expect(await readEmail()).toBe(asha.email)
    const [request] = body.order.returns
    const decide = (state: string) => editor.put(`/editor/returns/${request.id}`, { state })
    await decide('accepted')
    await decide('received')
    await runOrderJob(shop.deps)
    expect(await readEmail()).toBe(asha.email)
    await editor.post(`/editor/orders/${number}/refund`, { reason: 'It came back' })
    await runOrderJob(shop.deps)
    expect(await readEmail()).toBe('')
  })
})
