import { describe, expect } from 'vitest'
import { catalogResponse, productResponse, productsResponse } from '#src/contract/catalog.ts'
import { toListingItem } from '#src/rules/listing/listing-item.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts, createCatalogEntry, updateProduct } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const ALL = '/products/get-all-products'

const getListing = async (shop: TestApp, query = '') =>
  productsResponse.parse((await shop.createClient().get(`${ALL}${query}`)).body)
const getCatalog = async (shop: TestApp) =>
  catalogResponse.parse((await shop.createClient().get(`${ALL}?detail=full`)).body)
const getProduct = async (shop: TestApp, slug: string) =>
  productResponse.parse((await shop.createClient().get(`/products/slug/${slug}`)).body).product

describe('GET /products/get-all-products (spec §7)', () => {
  test('lists products in order, as detail=full and each product have them', async ({ shop }) => {
    expect(await getListing(shop)).toEqual({ products: [], revision: 0 })
    const bag = { slug: 'b', category: 'bags' as const }
    await addProducts(shop, { slug: 'c' }, { slug: 'a', related: ['c'] }, bag)
    const { products } = await getCatalog(shop)
    expect(products.map(({ slug }) => slug)).toEqual(['c', 'a', 'b'])
    expect((await getListing(shop)).products).toEqual(products.map(toListingItem))
    for (const product of products) expect(await getProduct(shop, product.slug)).toEqual(product)
  })

  test('every change raises the revision and shows in the next response', async ({ shop }) => {
    const [id = ''] = await addProducts(shop, { slug: 'a', stock: 5 })
    const before = await getListing(shop)
    await updateProduct(shop, id, { stock: 4 })
    const after = await getListing(shop)
    expect(after.revision).toBeGreaterThan(before.revision)
    expect(after.products[0]?.stock).toBe(4)
    await updateProduct(shop, id, { archived_at: 1 })
    expect((await getListing(shop)).products).toEqual([])
    expect((await getCatalog(shop)).products).toEqual([])
  })

  test('nothing public has a field of an entry that the contract does not have', async ({
    shop,
    shopper,
  }) => {
    const { db } = shop.deps
    const [productId = ''] = await addProducts(shop, { slug: 'a' })
    const { detail } = await db.selectFrom('product').select('detail').executeTakeFirstOrThrow()
    const internal = JSON.stringify({ ...JSON.parse(detail), costPrice: 123_456 })
    await db.updateTable('product').set({ detail: internal }).execute()
    await shopper.post('/cart', { productId })
    await shopper.post('/wishlist/', { productId })
    for (const path of [
      ...[ALL, `${ALL}?detail=full`, '/products/slug/a', '/products/search'],
      ...['/cart', '/wishlist/', '/users/export'],
    ]) {
      const { status, text } = await shopper.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toMatch(/costPrice|123456/)
    }
    expect(JSON.stringify(await createCatalogReader(shop.deps).read())).not.toContain('costPrice')
  })

  test('lists the products on sale of `slugs`, in their order', async ({ shop }) => {
    const [, archived = ''] = await addProducts(shop, { slug: 'a' }, { slug: 'b' }, { slug: 'c' })
    await updateProduct(shop, archived, { archived_at: 1 })
    const { products, revision } = await getListing(shop)
    expect(await getListing(shop, '?slugs=c,b,nowhere,a')).toEqual({
      products: products.toReversed(),
      revision,
    })
  })

  test('answers 304 to a matching ETag until a product changes', async ({ shop, visitor }) => {
    const [id = ''] = await addProducts(shop, { slug: 'a' })
    for (const path of [ALL, `${ALL}?detail=full`]) {
      const { headers, bytes } = await visitor.get(path)
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('content-type')).toBe('application/json')
      const etag = headers.get('etag')
      const again = () => visitor.get(path, undefined, { 'If-None-Match': `"other", W/${etag}` })
      expect(await again()).toMatchObject({ status: 304, text: '' })
      await updateProduct(shop, id, { stock: bytes.length })
      expect((await again()).status).toBe(200)
    }
  })

  test('is sent in the encoding that the request prefers, each with a tag of its own', async ({
    shop,
    visitor,
  }) => {
    await addProducts(shop, { slug: 'a' }, { slug: 'b' })
    for (const path of [ALL, `${ALL}?detail=full`]) {
      const plain = await visitor.get(path)
      expect(plain.headers.get('content-encoding')).toBeNull()
      const etags = new Set([plain.headers.get('etag')])
      for (const encoding of ['br', 'gzip']) {
        const accepted = { 'Accept-Encoding': encoding }
        const { headers, bytes, text } = await visitor.get(path, undefined, accepted)
        expect(headers.get('content-encoding')).toBe(encoding)
        expect(headers.get('content-length')).toBe(String(bytes.length))
        expect(headers.get('vary')).toContain('Accept-Encoding')
        expect(bytes.length).toBeLessThan(plain.bytes.length)
        expect(text).toBe(plain.text)
        const etag = headers.get('etag') ?? ''
        etags.add(etag)
        const again = { ...accepted, 'If-None-Match': etag }
        expect(await visitor.get(path, undefined, again)).toMatchObject({ status: 304 })
      }
      expect(etags.size).toBe(3)
    }
  })

  test.for([
    ...['detail=all', 'detail=', 'detail=full&detail=full', 'detail=%00', 'slugs=', 'slugs=a,,b'],
    ...['slugs=A', '__proto__=1&__proto__=2'],
  ])('rejects ?%s (T24)', async (query, { visitor }) => {
    expect(await visitor.get(`${ALL}?${query}`)).toMatchObject({
      status: 400,
      body: { success: false },
    })
  })

  test('a snapshot never mixes two states of the catalogue (F22)', async ({ shop }) => {
    const products = Array.from({ length: 40 }, (_, index) => ({ slug: `p-${index}`, price: 1 }))
    await addProducts(shop, ...products)
    let isReading = true
    const edit = (async () => {
      for (let paise = 100; isReading; paise += 100)
        await shop.deps.db.transaction().execute(async (db) => {
          const price = { price_paise: paise, list_price_paise: paise }
          await db.updateTable('product').set(price).where('slug', 'like', 'p-1%').execute()
          await db.updateTable('product').set(price).where('slug', 'not like', 'p-1%').execute()
          await db
            .updateTable('setting')
            .set((eb) => ({ value: eb('value', '+', 1) }))
            .execute()
        })
    })()
    for (let read = 0; read < 8; read += 1) {
      const shown = (await getCatalog(shop)).products.flatMap((product) => [
        product,
        ...product.relatedProducts,
      ])
      expect(new Set(shown.map(({ price }) => price)).size).toBe(1)
    }
    isReading = false
    await edit
  })
})

describe('GET /products/slug/{slug} (spec §7)', () => {
  test('has every field of the product page', async ({ shop }) => {
    const entry = createCatalogEntry({
      slug: 'a',
      price: 750,
      listPrice: 1_000,
      stock: 3,
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variant: { Size: 'M', Colour: 'Ruby' },
      offers: [{ icon: 'gift', title: 'Gift', detail: 'Wrapped' }],
    })
    await addProducts(shop, entry)
    const { listPrice: _, related: __, pictures: ___, ...rest } = entry
    expect(await getProduct(shop, 'a')).toMatchObject({
      ...rest,
      originalPrice: 1_000,
      discountPercent: 25,
      availability: 'Only 3 left.',
      images: [],
    })
  })

  test.for(['nothing', '..%2f..%2fetc', 'a%20b', "a'--", '%F0%9F%92%8E', '%', 'A'])(
    'answers 404 for the slug "%s"',
    async (slug, { shop, visitor }) => {
      await addProducts(shop, { slug: 'a' })
      expect(await visitor.get(`/products/slug/${slug}`)).toMatchObject({
        status: 404,
        body: { success: false, message: 'Product not found.' },
      })
    },
  )

  test("relatedProducts are the entry's own, then the next of its category", async ({ shop }) => {
    const watches = ['w1', 'w2', 'w3', 'w4', 'w5'].map((slug) => ({ slug }))
    const chosen = { slug: 'w6', related: ['bag', 'w2', 'gone'] }
    const ids = await addProducts(shop, ...watches, chosen, { slug: 'bag', category: 'bags' })
    const related = async (slug: string) =>
      (await getProduct(shop, slug)).relatedProducts.map((product) => product.slug)
    expect(await related('w6')).toEqual(['bag', 'w2', 'w1', 'w3'])
    expect(await related('w3')).toEqual(['w4', 'w5', 'w6', 'w1'])
    expect(await related('bag')).toEqual([])
    await updateProduct(shop, ids[1] ?? '', { archived_at: 1 })
    expect(await related('w6')).toEqual(['bag', 'w1', 'w3', 'w4'])
  })
})
