import { describe, expect, vi } from 'vitest'
import type { Variant } from '#src/contract/catalog.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { createShopProduct, importToasts, type Tab, WAIT } from '#tests/helpers/tab.ts'
import { createTabTest } from '#tests/helpers/tab-test.ts'
import { addProducts, ringWithVariants, updateProduct } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const ruby = createShopProduct('ruby')

/** Where the device keeps how lines were shown. */
const KEY = 'kairavi-cart-seen'

/** Writes other traits into a product that has no options. */
async function setVariant({ deps: { db } }: TestApp, id: string, variant: Variant) {
  const { detail } = await db
    .selectFrom('product')
    .select('detail')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const next = JSON.stringify({ ...JSON.parse(detail), variant })
  await db.updateTable('product').set({ detail: next }).where('id', '=', id).execute()
}

/** Gives the lines of the ring a quantity, as they have it where sizes were off sale meanwhile. */
const updateLines = ({ deps: { db } }: TestApp, quantity: number) =>
  db
    .updateTable('cart_item')
    .set({ quantity })
    .where('product_id', '=', toProductId('ring'))
    .execute()

const importPage = async () => ({
  ...(await import('#src/stores/cart.ts')),
  ...(await import('#src/stores/cart-lines.ts')),
  ...(await import('#src/stores/cart-changes.ts')),
  ...(await importToasts()),
})

/** Opens the cart page anew. */
async function openCart(tab: Tab) {
  tab.navigate('/cart')
  const page = await importPage()
  page.$cart.listen(() => undefined)
  page.watchCart()
  await vi.waitFor(() => expect(page.$cart.get()).toMatchObject({ known: true }), WAIT)
  return page
}

const test = createTabTest(
  '/product/ruby',
  async (tab) => {
    await tab.signIn()
    const page = await importPage()
    await page.addToCart(ruby, { quantity: 4 })
    await vi.waitFor(() => expect(localStorage.getItem(KEY)).not.toBeNull(), WAIT)
    return page
  },
  { slug: 'ruby', stock: 5, price: 1_000 },
)

const listTexts = ({ $cartChanges }: Awaited<ReturnType<typeof importPage>>) =>
  $cartChanges.get().map(({ title, text }) => `${title}: ${text}`)

describe('what has changed since the shopper last saw it', () => {
  test.for<[Parameters<typeof updateProduct>[2], string, subtotal: number]>([
    [{ price_paise: 150_000, list_price_paise: 150_000 }, 'was ₹1,000.00, is ₹1,500.00.', 6_000],
    [{ price_paise: 50_000 }, 'was ₹1,000.00, is ₹500.00.', 2_000],
    [{ stock: 0 }, 'was available, is sold out. It is not in the total.', 0],
    [{ stock: 3 }, 'you wanted 4, only 3 left.', 3_000],
    [{ archived_at: 1 }, 'is no longer sold. It has left your cart.', 0],
  ])('%j is told once, with old and new', async ([change, text, subtotal], { tab, page: _ }) => {
    await updateProduct(tab.app, toProductId('ruby'), change)
    const page = await openCart(tab)
    expect(listTexts(page)).toEqual([`The ruby: ${text}`])
    expect(page.$cartTotals.get().subtotal).toBe(subtotal)
    expect(listTexts(await openCart(tab))).toEqual([])
  })

  test('is told on the page that is open, whatever another tab has told', async ({
    tab,
    page: _,
  }) => {
    const page = await openCart(tab)
    expect(listTexts(page)).toEqual([])
    await updateProduct(tab.app, toProductId('ruby'), { stock: 0 })
    await page.cart.refetch()
    expect(page.$blockingLine.get()?.title).toBe('The ruby')
    await updateProduct(tab.app, toProductId('ruby'), { stock: 5 })
    await page.cart.refetch()
    expect(listTexts(page)).toEqual(['The ruby: is available again.'])
    expect(page.$blockingLine.get()).toBeUndefined()
  })

  test.for(['noted', 'noted by an earlier release', 'not noted'])(
    'is a fixed trait that an editor has changed, told once, of a line that was %s',
    async (noted, { tab, page: _ }) => {
      const setTrait = (Metal: string) => setVariant(tab.app, toProductId('ruby'), { Metal })
      await setTrait('Gold')
      const added = await importPage()
      await added.removeLine(added.$cart.get().lines[0] ?? { id: '' })
      await added.addToCart(ruby)
      await vi.waitFor(() => expect(added.$cart.get().lines).toHaveLength(1), WAIT)
      expect(listTexts(await openCart(tab))).toEqual([])
      await setTrait('Silver')
      if (noted === 'not noted') localStorage.removeItem(KEY)
      const texts = localStorage.getItem(KEY)?.replaceAll(/,"traits":[^}]*}/g, '')
      if (noted === 'noted by an earlier release') localStorage.setItem(KEY, texts ?? '')
      expect(listTexts(await openCart(tab))).toEqual([
        'The ruby, Metal Silver: Metal was Gold, is Silver.',
      ])
      expect(listTexts(await openCart(tab))).toEqual([])
    },
  )

  test('is not the price of another choice that the shopper makes', async ({ tab, page: _ }) => {
    await addProducts(tab.app, ringWithVariants)
    const { addToCart } = await importPage()
    await addToCart(createShopProduct('ring', { variant: { Size: 'S' } }))
    const page = await openCart(tab)
    const [line] = page.$cart.get().lines.filter(({ title }) => title === 'The ring')
    if (!line) throw new Error('The ring is not in the cart')
    await page.changeVariant(line, { Size: 'L' })
    const ring = () => page.$cart.get().lines.find(({ id }) => id === line.id)
    await vi.waitFor(() => expect(ring()).toMatchObject({ price: 150.5, busy: false }), WAIT)
    expect(listTexts(page)).toEqual([])
  })

  test('is the maximum of a piece where the stock has more', async ({ tab, page: _ }) => {
    const variants = ['S', 'M'].map((Size) => ({ choice: { Size }, stock: 20 }))
    await addProducts(tab.app, { ...ringWithVariants, variants })
    const { addToCart } = await importPage()
    for (const Size of ['S', 'M'])
      await addToCart(createShopProduct('ring', { variant: { Size } }), { quantity: 5 })
    await openCart(tab)
    await updateLines(tab.app, 8)
    expect(listTexts(await openCart(tab))).toEqual([
      'The ring, Size M: you wanted 8, you can have 2: at most 10 of one piece.',
    ])
  })

  test('is nothing that the shopper has changed', async ({ tab, page: _ }) => {
    const page = await openCart(tab)
    const [line] = page.$cart.get().lines
    if (!line) throw new Error('The cart is empty')
    await page.changeQuantity(line, -1)
    await vi.waitFor(() => expect(tab.listCalls(/PATCH/)).toHaveLength(1), WAIT)
    await vi.waitFor(
      () => expect(page.$cart.get().lines[0]).toMatchObject({ quantity: 3, busy: false }),
      WAIT,
    )
    expect(listTexts(page)).toEqual([])
  })
})
