import { getRequestListener } from '@hono/node-server'
import { describe, expect } from 'vitest'
import type { FoundRecord } from '#src/contract/studio-search.ts'
import { inParts } from '#src/server/core/db/chunks.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { toLineRow, toOrderRow } from '#src/server/shop/orders/new-order.ts'
import { insertOrder } from '#src/server/shop/orders/queries.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { type ApiClient, formatCookies } from '#tools/api-client.ts'
import { toShipmentRow } from '#tools/create-shipment.ts'
import { serve } from '#tools/http-server.ts'
import { addProducts, createCatalogEntry, insertRingOrder } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const search = async (client: ApiClient, text: string) =>
  (await client.post('/editor/search', { text })).body

const titles = (found: FoundRecord[]): string[] => found.map(({ title }) => title)

async function addCatalog(shop: TestApp, editor: ApiClient): Promise<{ bag: string }> {
  await addProducts(
    shop,
    { slug: 'ring', title: 'Émeraude ring', stock: 5 },
    { slug: 'lamp', title: 'Brass lamp', stock: 5 },
  )
  const bag = createCatalogEntry({
    slug: 'bag',
    title: 'A bag',
    description: [{ title: 'The lining', content: 'Moiré silk from Varanasi.' }],
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variant: { Size: 'S' },
    variants: [
      { choice: { Size: 'S' }, stock: 1, sku: 'KV-00077', barcode: '4006381333931' },
      { choice: { Size: 'M' }, stock: 2, sku: 'KV-00078' },
    ],
  })
  const { body } = await editor.post('/editor/products', bag)
  expect(body.product?.entry.slug, JSON.stringify(body)).toBe('bag')
  return { bag: body.product.id as string }
}

const test = base.extend('catalog', ({ shop, editor }) => addCatalog(shop, editor))

describe('the search of the studio', () => {
  test.for([
    ['KV-00077', ['A bag']],
    ['kv-00078', ['A bag']],
    ['4006381333931', ['A bag']],
    ['moire SILK', ['A bag']],
    ['emeraude', ['Émeraude ring']],
    [toProductId('lamp'), ['Brass lamp']],
    ['lamp', ['Brass lamp']],
    ['no-such-thing', []],
  ] as const)('finds by %s', async ([text, found], { catalog, editor }) => {
    expect(catalog.bag).toBeTruthy()
    expect(titles((await search(editor, text)).products)).toEqual(found)
  })

  test('finds the base of a product under a live launch', async ({ catalog, editor }) => {
    expect(catalog.bag).toBeTruthy()
    const id = toProductId('lamp')
    const { entry } = (await editor.get(`/editor/products/${id}`)).body.product
    const find = async (text: string) => titles((await search(editor, text)).products)
    const body = { ...entry, title: 'Festive lamp' }
    const draft = { record: id, basedOn: 1, body }
    const { launch } = (await editor.post('/editor/launches', { name: 'Diwali', draft })).body
    await editor.post(`/editor/launches/${launch.id}/publish`)
    const found = [await find('brass'), await find('festive'), await find(id)]
    expect(found).toEqual([['Brass lamp'], [], ['Brass lamp']])
  })

  test('finds an id as a whole alone', async ({ catalog, editor }) => {
    expect((await search(editor, catalog.bag.slice(0, 5))).products).toEqual([])
  })

  test('does not find a product by what it names as related', async ({ shop, editor }) => {
    await addProducts(
      shop,
      { slug: 'silk-tie', title: 'A tie' },
      { slug: 'cup', related: ['silk-tie'] },
    )
    expect(titles((await search(editor, 'silk-tie')).products)).toEqual(['A tie'])
  })

  test('names a product by its price', async ({ catalog, editor }) => {
    const { product } = (await editor.get(`/editor/products/${catalog.bag}`)).body
    const { products } = await search(editor, String(product.entry.price))
    expect(titles(products)).toContain('A bag')
  })

  test('shows the text around what was found', async ({ catalog, editor }) => {
    expect(catalog.bag).toBeTruthy()
    const [bag] = (await search(editor, 'varanasi')).products
    expect(bag.excerpt).toContain('Moiré silk from Varanasi')
  })

  test('finds archived products, after those on sale, and says so', async ({ catalog, editor }) => {
    expect(catalog.bag).toBeTruthy()
    await editor.post(`/editor/products/${toProductId('lamp')}/archive`)
    const { products } = await search(editor, 'lamp')
    expect(products).toMatchObject([{ title: 'Brass lamp', isArchived: true }])
  })

  test('finds words of texts as pages show them', async ({ editor }) => {
    const found = (await search(editor, '+91 141 555 0142')).texts.map(({ id }: FoundRecord) => id)
    expect(found).toContain('facts')
    expect(found.length).toBeGreaterThan(1)
    const { texts } = await search(editor, 'goldsmiths')
    expect(texts.length).toBeGreaterThan(0)
    expect(texts[0].excerpt.toLowerCase()).toContain('goldsmiths')
  })

  test('finds customers and orders by email and by the number of an order', async ({
    shop,
    asha,
    admin,
    editor,
  }) => {
    await addProducts(shop, { slug: 'ring' })
    await insertRingOrder(shop, asha.uid, 'KV-1044')
    const byEmail = await search(admin, asha.email)
    expect(byEmail.customers).toMatchObject([{ email: asha.email }])
    expect((await search(editor, asha.email)).customers, 'not for editors').toEqual([])
    expect((await search(editor, 'kv-1044')).orders).toMatchObject([{ number: 'KV-1044' }])
  })

  test('finds messages by number, sender and words, also of many, and reviews and launches', async ({
    shop,
    catalog,
    asha,
    editor,
  }) => {
    const contact = (firstName: string, message: string) =>
      shop.createClient().post('/contact', {
        topic: 'contact',
        firstName,
        lastName: 'Qureshi',
        email: `${firstName.toLowerCase()}@example.org`,
        subject: 'Something else',
        message,
      })
    const { number } = (await contact('Farhan', 'The clasp of my kada is loose.')).body
    // More than are read at once, all later.
    const sent = await shop.deps.db.selectFrom('contact_message').selectAll().execute()
    const others = Array.from({ length: 300 }, (_, index) => ({
      ...sent[0],
      id: `other-${index}`,
      number: `KT-2222${String(index).padStart(4, '0')}`,
      first_name: 'Ines',
      email: 'ines@example.org',
      message: 'Do you ship to Leh?',
      created_at: Number(sent[0]?.created_at) + 1 + Math.floor(index / 3),
    }))
    for (let start = 0; start < others.length; start += 50)
      await shop.deps.db
        .insertInto('contact_message')
        .values(others.slice(start, start + 50) as never)
        .execute()
    for (const text of [number, `#${number}`, 'farhan', 'loose clasp', 'farhan@example.org'])
      expect((await search(editor, text)).messages, text).toMatchObject([{ number }])
    const { messages, more } = await search(editor, 'leh')
    expect([messages.length, more]).toEqual([20, ['messages']])
    expect(messages[0]).toMatchObject({ name: 'Ines Qureshi', excerpt: 'Do you ship to Leh?' })

    const review = { productId: catalog.bag, stars: 4, title: 'Roomy', text: 'It holds a sari.' }
    expect((await asha.post('/reviews', review)).status).toBe(201)
    for (const text of ['roomy', 'holds sari', 'bag roomy'])
      expect((await search(editor, text)).reviews, text).toMatchObject([
        { title: 'Roomy', product: 'A bag', state: 'pending' },
      ])
    const [{ id }] = (await search(editor, 'roomy')).reviews
    const listed = (await editor.get(`/editor/reviews?state=approved&id=${id}`)).body
    expect(listed).toMatchObject({ total: 1, reviews: [{ title: 'Roomy' }] })

    const { launch } = (await editor.post('/editor/launches', { name: 'Dussehra sale' })).body
    for (const text of ['dussehra', 'sale dussehra'])
      expect((await search(editor, text)).launches, text).toMatchObject([{ id: launch.id }])
  })

  test('writes in the audit log that customers and orders were looked at', async ({ admin }) => {
    await search(admin, 'anything')
    const { entries } = (await admin.get('/admin/audit')).body
    const subjects = entries.map(({ subject }: { subject: string }) => subject)
    expect(subjects).toContain('Looked at the list of customers')
    expect(subjects).toContain('Looked at the list of orders')
  })

  test('answers one of several searches of an editor at once, and cancels the others', async ({
    catalog,
    editor,
    admin,
  }) => {
    expect(catalog.bag).toBeTruthy()
    const typed = ['b', 'br', 'bra', 'bras', 'brass', 'brass lamp']
    const [other, ...answers] = await Promise.all([
      admin.post('/editor/search', { text: 'lamp' }),
      ...typed.map((text) => editor.post('/editor/search', { text })),
    ])
    expect(other?.status).toBe(200)
    // The sessions of calls at once are read in any order.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const cancelled = answers.find(({ status }) => status === 409)
    expect(cancelled?.body.message).toBe('A newer search has replaced this one.')
    expect((await editor.post('/editor/search', { text: 'lamp' })).status).toBe(200)
  })

  test('stops once the connection of its client is closed', async ({ shop, asha, admin }) => {
    const { db } = shop.deps
    const user = await db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', asha.uid)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 2_000 }, (_, index) => ({
      ...user,
      id: `user-${index}`,
      email: `other-${index}@example.org`,
    }))
    for (const part of inParts(copies, () => 1)) await db.insertInto('user').values(part).execute()
    const statuses: number[] = []
    await using server = await serve(
      getRequestListener(async (request, env) => {
        const response = await shop.hono.fetch(request, env)
        statuses.push(response.status)
        return response
      }),
    )
    const connection = new AbortController()
    shop.statementListeners.add(({ sql }) => {
      if (/ from "user" where .*"deleted_at" is null .* in \(/.test(sql)) connection.abort()
    })
    const searching = fetch(`${server.url}/editor/search`, {
      method: 'POST',
      headers: { cookie: formatCookies(admin.cookies), 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'nobody' }),
      signal: connection.signal,
    })
    await expect(searching).rejects.toThrow(/abort/i)
    await expect.poll(() => statuses).toEqual([409])
  })

  test('finds an old product, order, customer and message by what an index has', async ({
    shop,
    catalog,
    asha,
    admin,
    editor,
  }) => {
    const { db } = shop.deps
    await insertRingOrder(shop, asha.uid, 'KV-1044')
    const { number } = (
      await asha.post('/contact', {
        topic: 'contact',
        firstName: 'Farhan',
        lastName: 'Qureshi',
        email: 'farhan@example.org',
        subject: 'Something else',
        message: 'A clasp.',
      })
    ).body
    const old = {
      product: await db.selectFrom('product').selectAll().where('id', '=', catalog.bag).execute(),
      order: await db.selectFrom('order').selectAll().execute(),
      user: await db.selectFrom('user').selectAll().where('id', '=', asha.uid).execute(),
      contact_message: await db.selectFrom('contact_message').selectAll().execute(),
    }
    await db
      .updateTable('user')
      .set({ phone: '+91 98290 12345' })
      .where('id', '=', asha.uid)
      .execute()
    await db.updateTable('order').set({ phone: '+91 98290 12345' }).execute()
    // As many as a search reads are newer than each of them.
    const later = Date.now() + 1_000
    const newer: Record<keyof typeof old, (index: number) => object> = {
      product: (index) => ({ slug: `other-${index}`, updated_at: later, position: 9 }),
      order: (index) => ({ number: `KV-9${index}`, placed_at: later, user_id: null }),
      user: (index) => ({ email: `other-${index}@example.org`, created_at: later }),
      contact_message: (index) => ({
        number: `KT-9${index}`,
        email: 'x@example.org',
        created_at: later,
      }),
    }
    for (const [table, rows] of Object.entries(old))
      for (let start = 0; start < 2_000; start += 25) {
        const values = Array.from({ length: 25 }, (_, index) => ({
          ...rows[0],
          // PostgreSQL computes it.
          ...(table === 'product' ? { related: undefined } : {}),
          id: `${table}-${start + index}`,
          ...newer[table as keyof typeof old](start + index),
        }))
        await db
          .insertInto(table as 'user')
          .values(values as never)
          .execute()
      }
    for (const text of ['KV-1044', '9829012345', '+91 98290 12345'])
      expect((await search(editor, text)).orders, text).toContainEqual(
        expect.objectContaining({ number: 'KV-1044' }),
      )
    for (const text of [asha.email, asha.uid, '098290-12345', 'KV-1044'])
      expect((await search(admin, text)).customers, text).toContainEqual(
        expect.objectContaining({ id: asha.uid }),
      )
    for (const text of [number, 'farhan@example.org'])
      expect((await search(editor, text)).messages, text).toMatchObject([{ number }])
    const found = async (text: string) =>
      (await search(editor, text)).products.map(({ id }: FoundRecord) => id)
    for (const text of ['KV-00077', '4006381333931', 'bag', catalog.bag])
      expect(await found(text), text).toContain(catalog.bag)
  })

  test('lists the order of a number before newer ones whose numbers begin with it', async ({
    shop,
    asha,
    editor,
  }) => {
    await addProducts(shop, { slug: 'ring' })
    for (const number of ['KV-1044', 'KV-10445']) await insertRingOrder(shop, asha.uid, number)
    const later = { placed_at: Date.now() + 1_000 }
    await shop.deps.db.updateTable('order').set(later).where('number', '=', 'KV-10445').execute()
    const { orders } = await search(editor, 'kv-1044')
    expect(orders.map(({ number }: { number: string }) => number)).toEqual(['KV-1044', 'KV-10445'])
  })

  test('refuses an empty text with a sentence', async ({ editor }) => {
    const { status, body } = await editor.post('/editor/search', { text: ' ' })
    expect([status, body.message]).toEqual([400, 'Please enter what you look for.'])
  })

  test('lists twenty of each kind, and says that there are more', async ({ shop, editor }) => {
    await addProducts(
      shop,
      ...Array.from({ length: 22 }, (_, index) => ({
        slug: `fan-${index}`,
        title: `Fan ${index}`,
      })),
    )
    const { products, more } = await search(editor, 'fan')
    expect([products.length, more]).toEqual([20, ['products']])
  })
})

// As people copy and type it: from mails, labels, spreadsheets and the telephone.

const listNames = ({ customers }: { customers: { name: string }[] }): string[] =>
  customers.map(({ name }) => name)

const COPIED_PRODUCTS = [
  ['KV 00077', 'A bag'],
  ['kv00077', 'A bag'],
  ['KV\u201100077', 'A bag'],
  ['SKU: KV-00077', 'A bag'],
  ['“KV-00077”,', 'A bag'],
  ['ＫＶ－０００７７', 'A bag'],
  ['kv-000', 'A bag'],
  ['kv000', 'A bag'],
  ['4 006381 333931', 'A bag'],
  ['4006381-333931', 'A bag'],
  ['EAN 4006381333931', 'A bag'],
  ['04006381333931', 'A bag'],
  ['₹1,29,900', 'A bag'],
  ['Rs. 1,29,900/-', 'A bag'],
  ['129900.00', 'A bag'],
  ['129,900', 'A bag'],
  ['https://kairavi.example/product/bag?Size=M#reviews', 'A bag'],
  ['/product/bag/', 'A bag'],
  ['MOIRE, silk', 'A bag'],
  ['silk moiré', 'A bag'],
  ['Moiré  \u00a0Silk', 'A bag'],
  ['linings', 'A bag'],
  ['E\u0301meraude', 'Émeraude ring'],
  ['emeraudering', 'Émeraude ring'],
  ['rings émeraude', 'Émeraude ring'],
  ['lamp brass', 'Brass lamp'],
  ['“Brass lamp”', 'Brass lamp'],
  ['brass-lamp', 'Brass lamp'],
  ['moire timepieces', 'A bag'],
] as const

const COPIED_CUSTOMERS = [
  'soren',
  'SØREN',
  'Muller',
  'Mueller',
  'Müller, Søren',
  'muller  soren',
  'Mr. Søren Müller',
  'SorenMuller',
  'So\u0308ren', // Another accent than the stored letter has.
  'soren.mueller',
  '@shop.example',
  'SOREN.MUELLER+X@SHOP.EXAMPLE',
  'Søren Müller <soren.mueller+x@shop.example>',
  'mailto:soren.mueller+x@shop.example',
  'soren.mueller+x@shop.example.',
  '9829012345',
  '98290 12345',
  '+919829012345',
  '+91-98290-12345',
  '(+91) 98290.12345',
  '0091 98290 12345',
  '098290 12345',
  'tel:+919829012345',
  'Phone: 98290 12345',
  '९८२९०१२३४५',
  '12345',
] as const

const COPIED_ORDERS = [
  'KV-7H3K9QLM',
  'kv7h3k9qlm',
  'KV 7H3K 9QLM',
  'kv – 7h3k9qlm',
  '7H3K9QLM',
  '#KV-7H3K9QLM',
  'Order #KV-7H3K9QLM',
  'Order number: KV-7H3K9QLM',
  'order no. 7h3k 9qlm',
  'https://kairavi.example/orders/KV-7H3K9QLM#placed',
  '7h3k',
  'KV-7H',
  'KV/26-27/000123',
  'invoice kv/26-27/000123',
  'Zoe Obrien',
  'O’Brien Zoë',
  "zoe o'brien",
  'BLR 1234 5678 90',
  'AWB: blr1234567890',
  'NATH 0012',
  '98450-11111',
  'Jaipur',
  '302001',
  'a nath',
  'nath jaipur',
  'zoë nath',
  'NATH',
  'ruby',
  'bags',
  'handbag',
  'timepiece',
  'zoe nath order',
  'blue dart blr1234567890',
] as const

async function addCopied(shop: TestApp, editor: ApiClient, customer: string): Promise<void> {
  const { db } = shop.deps
  const { bag } = await addCatalog(shop, editor)
  const { product } = (await editor.get(`/editor/products/${bag}`)).body
  const change = { ...product.entry, price: 129_900, revision: product.revision }
  await editor.put(`/editor/products/${bag}`, change)
  await db
    .updateTable('user')
    .set({
      display_name: 'Søren Müller',
      email: 'soren.mueller+x@shop.example',
      phone: '+91 98290 12345',
    })
    .where('id', '=', customer)
    .execute()
  const states = { state: 'dispatched', payment_state: 'captured', method: 'razorpay' } as const
  const order = toOrderRow({
    number: 'KV-7H3K9QLM',
    name: 'Zoë O’Brien',
    email: 'zoe@example.org',
    phone: '+91 98450 11111',
    ship_to: JSON.stringify({ address: '1, MI Road', city: 'Jaipur', pincode: '302001' }),
    placed_at: 1_000,
    total_paise: 250_000,
    ...states,
  })
  const line = { position: 0, slug: 'nath', title: 'A nath', quantity: 1, sku: 'NATH-0012' }
  const variant = JSON.stringify({ Stone: 'Ruby' })
  // Its title was another one then.
  const other = { position: 1, slug: 'bag', title: 'A handbag', product_id: bag }
  await insertOrder(db, order, [
    toLineRow({ ...line, variant }),
    toLineRow({ ...other, quantity: 1 }),
  ])
  await db
    .insertInto('document')
    .values({
      id: 'invoice',
      order_id: order.id,
      kind: 'invoice',
      series: 'KV/26-27',
      number: 'KV/26-27/000123',
      issued_at: 2_000,
      body: '{}',
    })
    .execute()
  await db
    .insertInto('shipment')
    .values(
      toShipmentRow({
        order_id: order.id,
        tracking_number: 'BLR1234567890',
        dispatched_at: 2_000,
      }),
    )
    .execute()
}

/** An admin of a shop that the tests of the file share, as they only search. */
const copied = test.extend('desk', { scope: 'file' }, async ({ sharedShop }) => {
  const editor = await sharedShop.createSignedInUser('admin')
  await addCopied(sharedShop, editor, (await sharedShop.createSignedInUser()).uid)
  return editor
})

describe('the search of the studio, by what is copied or typed in another form,', () => {
  copied.for(COPIED_PRODUCTS)('finds by %s the product %s', async ([text, title], { desk }) => {
    expect(titles((await search(desk, text)).products)).toContain(title)
  })

  copied.for(COPIED_CUSTOMERS)('finds the customer by %s', async (text, { desk }) => {
    const { customers } = await search(desk, text)
    expect(customers).toMatchObject([{ name: 'Søren Müller' }])
    // The list of customers has the same rule.
    const listed = (await desk.post('/editor/customers/search', { search: text })).body.customers
    expect(listed).toHaveLength(1)
  })

  copied.for(COPIED_ORDERS)('finds the order by %s', async (text, { desk }) => {
    expect((await search(desk, text)).orders).toMatchObject([{ number: 'KV-7H3K9QLM' }])
    const listed = (await desk.post('/editor/orders/search', { search: text })).body.orders
    expect(listed).toHaveLength(1)
  })

  copied.for([
    ['bras lamp', 'products', 'Brass lamp'],
    ['/product/lamp.md', 'products', 'Brass lamp'],
    ['terms & conditions', 'texts', 'Terms'],
    ['about us', 'texts', 'About'],
    ['opening hours', 'texts', 'Contact and policies'],
    ['mon-sat 9 am - 7 pm', 'texts', 'Contact and policies'],
    ['https://kairavi.example/shop?category=bags&sort=new', 'texts', 'Bags'],
  ] as const)('finds by %s among the %s %s first', async ([text, kind, title], { desk }) => {
    expect(titles((await search(desk, text))[kind])[0]).toBe(title)
  })

  copied('finds a product whose title is a part of what is looked for', async ({ desk }) => {
    expect(titles((await search(desk, 'brass lamp with candles')).products)).toEqual(['Brass lamp'])
    expect((await search(desk, 'wooden chairs')).products).toEqual([])
  })

  test('finds a name of another script by its Latin letters', async ({ shop, asha, admin }) => {
    const find = async (text: string) => listNames(await search(admin, text))
    const change = { display_name: 'आशा देवी', email: 'a@example.org' }
    await shop.deps.db.updateTable('user').set(change).where('id', '=', asha.uid).execute()
    for (const text of ['Devi', 'आशा', 'देवी आशा', 'devi, asha'])
      expect(await find(text), text).toContain('आशा देवी')
    expect(await find('Lakshmi')).toEqual([])
    await shop.deps.db
      .updateTable('user')
      .set({ display_name: 'Meera Nair' })
      .where('id', '=', asha.uid)
      .execute()
    expect(await find('मीरा नायर')).toEqual(['Meera Nair'])
  })

  test('finds a product by an address that it had, also archived', async ({ catalog, editor }) => {
    const path = `/editor/products/${catalog.bag}`
    for (const slug of ['clutch', 'tote']) {
      const { product } = (await editor.get(path)).body
      await editor.put(path, { ...product.entry, slug, revision: product.revision })
    }
    await editor.post(`${path}/archive`)
    for (const text of ['https://kairavi.example/product/bag', 'moire clutch'])
      expect((await search(editor, text)).products, text).toMatchObject([
        { title: 'A bag', isArchived: true },
      ])
  })

  copied.for(['KV-00079', '4006381333932', '7H3K9QLX', '+91 98290 12346', 'xyz@shop.example'])(
    'finds nothing by %s, which is another one',
    async (text, { desk }) => {
      const { products, customers, orders } = await search(desk, text)
      expect([products, customers, orders]).toEqual([[], [], []])
    },
  )
})
