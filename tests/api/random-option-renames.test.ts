import { expect } from 'vitest'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { place } from '#tests/helpers/orders.ts'
import { addProducts } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'

const RENAMES = process.env['LONG_TESTS'] ? 1_000 : 60

const SIZES = ['S', 'M', 'L']
const COLOURS = ['Red', 'Blue']
const STRAPS = ['Leather', 'Steel']
/** Few, so that a name is often one that something else has or had. */
const NAMES = [...SIZES, ...COLOURS, ...STRAPS, 'Small', 'Rose']
const OPTION_NAMES = ['Size', 'Colour', 'Strap', 'Fit', 'Band']

const ringEntry = {
  slug: 'ring',
  price: 12_000,
  options: [
    { name: 'Size', values: SIZES },
    { name: 'Colour', values: COLOURS },
  ],
  variant: { Size: 'S', Colour: 'Red' },
  variants: SIZES.flatMap((Size, size) =>
    COLOURS.map((Colour, colour) => ({
      choice: { Size, Colour },
      stock: size === 2 && colour === 1 ? 0 : 5 + size,
    })),
  ),
} satisfies Partial<CatalogEntry>
/** Its choices share a stock. */
const watchEntry = {
  slug: 'watch',
  price: 900,
  stock: 50,
  options: [{ name: 'Strap', values: STRAPS }],
  variant: { Strap: 'Leather' },
} satisfies Partial<CatalogEntry>

const [ring, watch] = ['ring', 'watch'].map(toProductId) as [string, string]

/** An option by the names that it and its values have now. */
interface NamedOption {
  id: string
  name: string
  /** The names of values, by the ids. */
  values: Map<string, string>
}

const test = base.extend('env', ({ folder }) => ({ DATA_DIR: folder, ORDERS: 'cod' }))

test(`${RENAMES} random renames leave what carts, orders and alerts refer to`, async ({
  studio,
  shop,
  asha,
  shopper,
}) => {
  const { db } = shop.deps
  await addProducts(shop, ringEntry, watchEntry)
  const bought = { Size: 'M', Colour: 'Blue' }
  const inCart: [string, Record<string, string>, number][] = [
    [ring, { Size: 'S', Colour: 'Red' }, 2],
    [ring, { Size: 'L', Colour: 'Red' }, 1],
    [watch, { Strap: 'Steel' }, 3],
  ]
  await asha.post('/cart', { productId: ring, variant: bought, quantity: 2 })
  const { order } = (await place(asha)).body
  for (const [productId, variant, quantity] of inCart)
    await shopper.post('/cart', { productId, variant, quantity })
  await shopper.post('/wishlist/', { productId: ring, saved: { variant: bought, quantity: 1 } })
  await shopper.post('/stock-alerts', { productId: ring, variant: { Size: 'L', Colour: 'Blue' } })

  const readStored = async () => ({
    stock: await db.selectFrom('stock').selectAll().orderBy('variant_id').execute(),
    holds: await db.selectFrom('stock_hold').selectAll().execute(),
    lines: await db.selectFrom('order_line').selectAll().execute(),
    alerts: await db.selectFrom('stock_alert').selectAll().execute(),
    carts: await db.selectFrom('cart_item').selectAll().orderBy('id').execute(),
    variants: await db.selectFrom('variant').selectAll().orderBy('id').execute(),
    // Its link follows the product.
    order: (await asha.get(`/orders/${order.number}`)).body.order.lines.map(
      ({ slug: _, ...line }: { slug: string }) => line,
    ),
  })
  const stored = await readStored()

  const { fraction } = createRandom(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(fraction() * list.length)] as T
  const toNamed = ({ options }: { options: { name: string; values: string[] }[] }): NamedOption[] =>
    options.map(({ name, values }) => ({
      id: name,
      name,
      values: new Map(values.map((value) => [value, value])),
    }))
  const products = [
    {
      id: ring,
      slug: 'ring',
      options: toNamed(ringEntry),
      saved: await studio.readProduct('ring'),
    },
    {
      id: watch,
      slug: 'watch',
      options: toNamed(watchEntry),
      saved: await studio.readProduct('watch'),
    },
  ]
  /** A choice by ids, by the names of now. */
  const toNames = (options: NamedOption[], ids: Record<string, string>) =>
    Object.fromEntries(
      options.map(({ id, name, values }) => [name, values.get(ids[id] ?? '') ?? '']),
    )
  const optionsOf = (id: string) => products.find((product) => product.id === id)?.options ?? []

  const rename = (options: NamedOption[]) => {
    const option = pick(options)
    if (fraction() < 0.3) {
      const name = pick(OPTION_NAMES)
      const other = options.find((known) => known.name === name)
      if (other) other.name = option.name
      option.name = name
      return
    }
    const id = pick([...option.values.keys()])
    const name = pick(NAMES)
    for (const [other, known] of option.values)
      if (known === name) option.values.set(other, option.values.get(id) ?? '')
    option.values.set(id, name)
  }

  for (let step = 0; step < RENAMES; step++) {
    const product = pick(products)
    rename(product.options)
    const { entry, revision } = product.saved
    if (fraction() < 0.1) product.slug = `${product.slug.replace(/-\d+$/, '')}-${step}`
    const source = product.id === ring ? ringEntry : watchEntry
    const variants = 'variants' in source ? source.variants : undefined
    const saved = await studio.editor.put(`/editor/products/${product.id}`, {
      ...entry,
      slug: product.slug,
      options: product.options.map(({ id, name, values }) => ({
        id,
        name,
        values: [...values.values()],
        ids: Object.fromEntries([...values].map(([valueId, value]) => [value, valueId])),
      })),
      variant: toNames(product.options, source.variant),
      ...(variants && {
        variants: variants.map((row) => ({
          ...row,
          choice: toNames(product.options, row.choice),
        })),
      }),
      revision,
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    product.saved = saved.body.product
    if (step % 10 !== 9) continue
    expect(await getCart(shopper)).toMatchObject(
      inCart.map(([productId, ids, quantity]) => ({
        productId,
        quantity,
        state: 'available',
        variant: toNames(optionsOf(productId), ids),
      })),
    )
    const [{ saved: line }] = (await shopper.get('/wishlist/')).body.wishlist
    expect(line).toMatchObject({
      state: 'available',
      variant: toNames(optionsOf(ring), bought),
    })
  }
  expect(await readStored()).toEqual(stored)
})
