import { expect } from 'vitest'
import { addProducts } from '#tools/products.ts'
import { type RazorpayStandIn, startRazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import { test as base } from './api-test.ts'
import { expectInvariants } from './orders.ts'
import {
  DOCUMENT_ENV,
  DOCUMENT_PRODUCTS,
  expectDocuments,
  printDocuments,
  settleRandomOrders,
} from './random-orders.ts'

const SEED = 20_261_128
/** The time for one order on a busy machine. */
const ORDER_MS = 12_000

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  .extend<'provider', RazorpayStandIn>('provider', async ({}, { onCleanup }) => {
    const provider = await startRazorpayStandIn()
    onCleanup(() => provider[Symbol.asyncDispose]())
    return provider
  })
  .extend('env', ({ provider }) => ({ ...provider.env, ...DOCUMENT_ENV }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, ...DOCUMENT_PRODUCTS)
    return shop
  })

/** Defines the test of what documents of random orders say. */
export const testRandomDocuments = (count: number) =>
  test(`documents of ${count} random orders add up to their money, without gaps, and never change`, {
    timeout: count * ORDER_MS,
  }, async ({ shop, provider, asha, editor }) => {
    const desk = { shop, provider, asha, editor }
    const numbers = await settleRandomOrders(desk, count, SEED)
    await expectDocuments(shop)
    await expectInvariants(shop)
    const printed = await printDocuments(asha, numbers)
    expect(printed.length).toBeGreaterThan(count / 2)
    Object.assign(shop.deps.env, {
      GSTIN: '27AAPFU0939F1ZV',
      LEGAL_NAME: 'Another house',
      LEGAL_ADDRESS: 'Elsewhere',
    })
    const { db } = shop.deps
    await db.updateTable('order').set({ name: 'Nisha', ship_to: '{}', bill_to: '{}' }).execute()
    await db.updateTable('order_line').set({ title: 'A clock', hsn: '1' }).execute()
    expect(await printDocuments(asha, numbers)).toEqual(printed)
  })
